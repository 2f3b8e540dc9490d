/** Fonts and colours of a thread's page. */
export const pageStyle = `
* { box-sizing: border-box; margin: 0; }
body { background: #e9e7e2; font: 15px/1.46 Lato, "Noto Sans", sans-serif, "Noto Color Emoji"; color: #1d1c1d; padding: 18px; }
main { background: #fff; border-radius: 10px; width: 760px; margin: auto; padding: 4px 0 16px; box-shadow: 0 1px 4px #0002; }
header { padding: 12px 20px; border-bottom: 1px solid #e4e2dd; font-size: 17px; }
header span { color: #6b696c; font-size: 13px; margin-left: 6px; }
article { display: flex; gap: 10px; padding: 10px 20px 2px; }
.avatar { flex: none; width: 36px; height: 36px; border-radius: 8px; background: #b4552d; color: #fff; font-weight: 700; display: grid; place-items: center; }
.avatar.bot { background: #1f2937; font-size: 19px; }
.body { flex: 1; min-width: 0; }
.who small { color: #6b696c; } .who .app { background: #e8e6e1; border-radius: 3px; padding: 1px 4px; font-size: 10px; font-weight: 700; }
p { margin: 1px 0 5px; } ul, ol { padding-left: 24px; margin: 2px 0 6px; } li p { margin: 0; } h3 { font-size: 16px; margin: 4px 0; }
.context { color: #5f5d60; font-size: 13px; line-height: 1.6; }
code { background: #f5f3ef; border: 1px solid #e2dfd8; border-radius: 3px; padding: 0 3px; font: 12px "DejaVu Sans Mono", monospace; color: #9a3412; }
pre { background: #f5f3ef; border: 1px solid #e2dfd8; border-radius: 5px; padding: 8px; font: 12px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap; margin: 4px 0; }
a, .mention { color: #1264a3; } .mention { background: #e8f1f8; border-radius: 3px; padding: 0 2px; }
table { border-collapse: collapse; margin: 4px 0; } th, td { border: 1px solid #dcd9d2; padding: 3px 10px; text-align: left; font-size: 14px; }
.actions { margin: 4px 0; } button { background: #fff; border: 1px solid #cfccc5; border-radius: 5px; padding: 5px 12px; font: 700 13px Lato, sans-serif; margin-right: 8px; }
.thumbs span { display: inline-block; border: 1px solid #e4e2dd; border-radius: 12px; padding: 1px 8px; margin: 2px 6px 4px 0; font-size: 13px; filter: grayscale(1); }
.file { display: flex; gap: 10px; align-items: center; border: 1px solid #dcd9d2; border-radius: 8px; padding: 8px 12px; width: 320px; margin: 4px 0; } .file span { font-size: 24px; color: #2e7d5b; } .file small { display: block; color: #6b696c; }
figure { margin: 4px 0; } figcaption { color: #6b696c; font-size: 13px; } img { width: 400px; border: 1px solid #dcd9d2; border-radius: 8px; display: block; }
.plan, .task { font-size: 14px; } .plan { border: 1px solid #e4e2dd; border-radius: 8px; padding: 6px 12px; margin: 4px 0; } .task { color: #5f5d60; } .task small { display: block; padding-left: 18px; } .task.error { color: #a32222; }
.note { color: #6b696c; } .reactions span { display: inline-block; background: #f0eeea; border-radius: 12px; padding: 1px 8px; margin: 2px 6px 4px 0; font-size: 13px; }
blockquote { border-left: 3px solid #dcd9d2; padding-left: 10px; }
`;
