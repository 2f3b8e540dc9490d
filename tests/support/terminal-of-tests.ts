// A terminal without cursor keys, as editors and sandboxes name theirs, has Node read lines in another way.
process.env['TERM'] = 'xterm-256color';
