/** The style of the HTML report. */

export const reportStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --line: #d0d7de; --ground: #ffffff; --bar: #0969da; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --dim: #9aa4ae; --line: #3d444d; --ground: #0d1117; --bar: #58a6ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; color: var(--ink); background: var(--ground); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
p, li { max-width: 50rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 1rem 0; }
dt { color: var(--dim); }
dd { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.6rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td, th { overflow-wrap: break-word; }
th { font-weight: 600; }
thead th { color: var(--dim); white-space: nowrap; }
tbody th { min-width: 8rem; font-weight: 400; }
.num { text-align: right; white-space: nowrap; }
svg { display: block; fill: var(--bar); }
.bar { width: 8rem; height: 1.5em; }
.days { width: 100%; height: 8rem; border-bottom: 1px solid var(--line); }
.ends { display: flex; max-width: none; justify-content: space-between; color: var(--dim); font-size: 0.85rem; margin: 0.2rem 0 1rem; }
footer { margin-top: 2rem; color: var(--dim); font-size: 0.85rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.4rem; } }
@media print {
  :root { --ink: #000000; --dim: #333333; --line: #999999; --ground: #ffffff; --bar: #555555; }
  body { max-width: none; font-size: 10pt; }
  .scroll { overflow: visible; }
  tr, svg { break-inside: avoid; }
  h2 { break-after: avoid; }
  svg { print-color-adjust: exact; }
}
`;
