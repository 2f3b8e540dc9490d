/** Fonts and colours of a thread's page. */
export const pageStyle = `
* { box-sizing: border-box; margin: 0; }
body { background: #1b1c20; font: 15px/1.42 "Noto Sans", Lato, sans-serif, "Noto Color Emoji"; color: #d9dbe0; padding: 14px; }
main { background: #2a2c31; border-radius: 10px; width: 760px; margin: auto; padding: 0 0 18px; border: 1px solid #3a3c43; }
header { padding: 12px 20px; border-bottom: 1px solid #1f2024; font-size: 16px; color: #f2f3f5; }
header::before { content: "≡"; color: #8d9099; margin-right: 8px; } header span { color: #8d9099; font-size: 13px; margin-left: 8px; }
article { display: flex; gap: 14px; padding: 12px 20px 2px; } article.on { padding-top: 4px; }
.top { padding: 12px 20px 0 58px; margin-bottom: -8px; font-size: 13px; color: #a9acb5; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.top::before { content: "╭─ "; color: #5b5e67; }
.avatar { flex: none; width: 38px; height: 38px; border-radius: 50%; background: #b4552d; color: #fff; font-weight: 700; display: grid; place-items: center; }
.avatar.bot { background: #14161a; font-size: 19px; } .avatar.none { background: none; height: 0; }
.body { flex: 1; min-width: 0; overflow-wrap: anywhere; white-space: break-spaces; }
.who { margin-bottom: 1px; } .who b { color: #f2f3f5; } .who small { color: #8d9099; font-size: 12px; margin-left: 4px; }
.who .app { background: #4d5fb8; color: #fff; border-radius: 3px; padding: 1px 4px; font-size: 10px; font-weight: 700; }
.whisper { background: #33364a; } .note { color: #8d9099; font-size: 12px; }
h1 { font-size: 22px; } h2 { font-size: 19px; } h3 { font-size: 16px; } h1, h2, h3 { color: #f2f3f5; margin: 6px 0 2px; line-height: 1.3; }
b { color: #f2f3f5; } .small { font-size: 12.5px; color: #a0a3ac; line-height: 1.55; } .small b { color: #c5c8cf; } .gap { height: 9px; }
.item { display: flex; gap: 8px; } .item span { color: #a9acb5; } blockquote { border-left: 4px solid #4a4d55; padding-left: 10px; }
code { background: #1d1e22; border-radius: 4px; padding: 1px 4px; font: 12px "DejaVu Sans Mono", monospace; color: #e3e5e8; }
pre { background: #1d1e22; border: 1px solid #17181b; border-radius: 5px; padding: 8px 10px; font: 12px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap; margin: 4px 0; }
a { color: #5fa8f5; } .mention { background: #3d4470; color: #cdd3fb; border-radius: 3px; padding: 0 3px; } .time { background: #3a3c43; border-radius: 3px; padding: 0 3px; }
.spoiler { background: #17181b; color: #17181b; border-radius: 3px; } hr { border: none; border-top: 1px solid #41444c; margin: 8px 0; }
.container { background: #303238; border: 1px solid #3e4149; border-left: 4px solid #3e4149; border-radius: 8px; padding: 10px 14px; margin: 4px 0; max-width: 620px; }
.embed { background: #303238; border-left: 4px solid #3e4149; border-radius: 4px; padding: 8px 14px; margin: 4px 0; max-width: 560px; }
.section { display: flex; gap: 12px; justify-content: space-between; align-items: start; }
.row { margin: 7px 0 2px; display: flex; flex-wrap: wrap; gap: 8px; }
button { background: #44474f; border: none; border-radius: 7px; padding: 6px 14px; font: inherit; font-size: 13.5px; font-weight: 600; color: #fff; }
button.primary { background: #4d5fb8; } button.success { background: #2b7a4b; } button.danger { background: #b8373c; } button.disabled { opacity: .5; }
.select { background: #1f2024; border: 1px solid #17181b; border-radius: 5px; padding: 7px 12px; width: 360px; color: #a0a3ac; display: flex; justify-content: space-between; }
.option { width: 100%; padding-left: 14px; } .option small { color: #8d9099; margin-left: 8px; }
.file, .peek { background: #303238; border: 1px solid #1f2024; border-radius: 8px; margin: 4px 0; width: 420px; }
.file { display: flex; gap: 12px; align-items: center; padding: 10px 14px; } .file span { font-size: 24px; color: #8fb7e8; } .file small { display: block; color: #8d9099; }
.peek pre { border: none; border-radius: 8px 8px 0 0; margin: 0; } .peek div { padding: 6px 12px; font-size: 13px; } .peek small { color: #8d9099; margin-left: 6px; }
img { width: 420px; border-radius: 8px; display: block; margin: 4px 0; } .thumb img { width: 80px; }
.reactions span { display: inline-block; background: #383a42; border: 1px solid #4a4d58; border-radius: 8px; padding: 1px 8px; margin: 4px 6px 2px 0; font-size: 13px; }
`;
