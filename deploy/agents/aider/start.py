"""Starts Aider with what it is told on its command line, and with nothing that lies in the folder it works in: settings, variables and models of
there would win over ours, the address of the gateway too."""

import sys

import aider.main

without_files = aider.main.get_parser
aider.main.get_parser = lambda _files, git_root: without_files([], git_root)
aider.main.generate_search_path_list = lambda _name, _git_root, given: [given] if given else []
sys.exit(aider.main.main())
