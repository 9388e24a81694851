/** The looks of the reference page: light, dark or on paper, as the reader's device prefers. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --text: #1b1f24; --soft: #57606a; --ground: #ffffff; --panel: #f6f8fa; --line: #d8dee4;
  --link: #0a5bb5; --good: #17663a; --change: #8a4b00; --danger: #a3151c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6e9ec; --soft: #a3adb8; --ground: #14181d; --panel: #1d2329; --line: #343c45;
    --link: #7cb7ff; --good: #6fd196; --change: #f0b35c; --danger: #ff8b8b;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 18rem minmax(0, 1fr);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--text); background: var(--ground);
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem; font-size: .875rem;
  background: var(--panel); border-right: 1px solid var(--line);
}
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin-top: .75rem; font-weight: 600; }
nav ul ul { margin: .15rem 0 0 .75rem; font-weight: 400; }
nav a { display: block; padding: .1rem 0; color: var(--text); text-decoration: none; }
nav a:hover { color: var(--link); text-decoration: underline; }
main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 68rem; }
h1 { margin: 0 0 .25rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3.5rem 0 .5rem; padding-bottom: .3rem; font-size: 1.5rem; border-bottom: 1px solid var(--line); }
h3 { margin: 0 0 .4rem; font-size: 1.15rem; }
h4 { margin: 1.4rem 0 .4rem; font-size: .95rem; }
h2 a, h3 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover { text-decoration: underline; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
p { margin: .5rem 0; max-width: 46rem; }
article { margin: 1.5rem 0; padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-radius: 8px; }
article:target { border-color: var(--link); }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .9rem 1rem; overflow-x: auto; background: var(--panel); border-radius: 6px; }
pre code { overflow-wrap: normal; font-size: .8125rem; }
table { width: 100%; margin: .5rem 0; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .45rem .75rem .45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; color: var(--soft); }
tbody > tr > th { width: 24%; font-weight: 500; }
td:nth-child(2) { width: 30%; }
td p:first-child, td ul:first-child { margin-top: 0; } td p:last-child, td ul:last-child { margin-bottom: 0; }
ul { padding-left: 1.2rem; }
small { display: block; color: var(--soft); font-size: .8125rem; }
dt { margin-top: .75rem; } dd { margin-left: 0; }
.version, .access, .headers, .media { color: var(--soft); font-size: .875rem; }
.method { display: inline-block; min-width: 4rem; font: 700 .8125rem ui-monospace, monospace; }
.method.get { color: var(--good); } .method.post, .method.put, .method.patch { color: var(--change); }
.method.delete { color: var(--danger); }
details { margin: .4rem 0; }
summary { cursor: pointer; padding: .2rem 0; }
details.example { margin: .1rem 0; font-size: .9375rem; }
details.answer { padding: .1rem .75rem; border-left: 3px solid var(--line); }
details.answer[open] { padding-bottom: .5rem; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--ground); z-index: 1; }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); }
  article { padding: 1rem; }
  table, tbody, tr, th, td { display: block; width: auto !important; border: 0; padding: .1rem 0; }
  thead { display: none; }
  tbody > tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
}
@media print {
  body { display: block; font-size: 10pt; } nav, .skip { display: none; }
  article { break-inside: avoid-page; } main { max-width: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
}
`;
