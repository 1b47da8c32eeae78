/** Colours of text keep a contrast of 4.5 to 1 on both grounds. */
export const HTML_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #16191d);
  --raised: light-dark(#f5f6f8, #1f242a);
  --text: light-dark(#1c2126, #dfe4ea);
  --muted: light-dark(#56606b, #9aa6b2);
  --line: light-dark(#d8dde3, #343b44);
  --link: light-dark(#0b5cad, #7ab7f5);
  --error: light-dark(#b3261e, #ff8a80);
  --warning: light-dark(#8a5300, #f0b35a);
  --information: light-dark(#0b5cad, #7ab7f5);
  --hint: light-dark(#56606b, #9aa6b2);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre { font: 13px/1.45 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
pre { margin: .5rem 0; padding: .5rem .75rem; overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 4px; }
article { margin: .6rem 0; padding: .6rem .9rem; background: var(--raised); border-left: 4px solid var(--mark); border-radius: 4px; }
.error { --mark: var(--error); }
.warning { --mark: var(--warning); }
.information { --mark: var(--information); }
.hint, .note { --mark: var(--hint); }
.head { color: var(--muted); }
.badge { color: var(--mark); font-weight: 600; }
.counts { display: flex; flex-wrap: wrap; gap: 1.25rem; padding: 0; margin: .75rem 0; list-style: none; }
.counts b { color: var(--mark); font-size: 1.2rem; }
details { margin: .3rem 0; }
summary { cursor: pointer; color: var(--muted); }
details ul { margin: .2rem 0 .4rem; padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
footer { padding: 2rem 1.25rem; color: var(--muted); font-size: .85rem; }
@media print { article { break-inside: avoid; } }
`;
