/** Style sheet of the API documentation, in the product's colours and sizes. */
export const apiDocsStyle = `
:root {
  color-scheme: light dark;
  --bg: #f6f5f1;
  --card: #ffffff;
  --text: #16191a;
  --muted: #5a6163;
  --line: #dcdad3;
  --soft: #ecebe4;
  --accent: #0f6b43;
  --info: #1f4fa3;
  --body: "Instrument Sans", system-ui, sans-serif;
  --mono: ui-monospace, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0c0f0e;
    --card: #141817;
    --text: #eceee9;
    --muted: #9aa39f;
    --line: #262c2a;
    --soft: #1b201e;
    --accent: #6fdca6;
    --info: #9cc0ff;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 400 14px/1.5 var(--body); }
a { color: inherit; text-underline-offset: 3px; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
header, .columns { max-width: 1180px; margin: 0 auto; padding: 0 24px; }
header { display: flex; flex-wrap: wrap; gap: 0 24px; padding-block: 12px; }
header a, nav a { display: inline-flex; align-items: center; min-height: 40px; text-decoration: none; }
header a { gap: 10px; font-weight: 600; }
:is(header, nav) a:hover { text-decoration: underline; }
h1, h2, h3, h4, p, dl, dd, pre, ul { margin: 0; }
h1, h2 { letter-spacing: -0.03em; line-height: 1.1; }
h1 { margin-top: 16px; font-size: 44px; font-weight: 650; }
h2 { margin-top: 56px; font-size: 25px; font-weight: 650; }
h3 { font-size: 16px; font-weight: 600; line-height: 1.4; overflow-wrap: anywhere; }
h4 { margin-top: 20px; font-size: 13px; font-weight: 600; color: var(--muted); }
h4 small { font: 400 12px var(--mono); }
main > p, section > p { max-width: 70ch; margin-top: 12px; }
main { min-width: 0; padding-bottom: 72px; }
nav ul { padding: 0; list-style: none; }
nav > ul { display: flex; flex-wrap: wrap; gap: 0 20px; }
nav > ul > li > a { font-weight: 600; }
nav ul ul { display: none; }
article { margin-top: 16px; padding: 20px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
:is(article, h2) { scroll-margin-top: 16px; }
article:target { border-color: var(--accent); }
article > p { margin-top: 8px; }
.access { color: var(--muted); }
code { font: 400 13px/1.5 var(--mono); overflow-wrap: anywhere; }
.method { font: 600 12px var(--mono); color: var(--accent); }
.method.post { color: var(--info); }
dl { margin-top: 6px; }
dl > div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 4px 16px; padding: 6px 0; border-top: 1px solid var(--line); }
dt { overflow-wrap: anywhere; }
dt b { font-size: 12px; font-weight: 600; color: var(--accent); }
dd { overflow-wrap: anywhere; color: var(--muted); }
summary { min-height: 40px; padding: 9px 0; cursor: pointer; }
article > details + details { border-top: 1px solid var(--line); }
pre { margin-top: 8px; padding: 12px; border-radius: 6px; background: var(--soft); overflow-x: auto; }
pre code { overflow-wrap: normal; }
@media (min-width: 960px) {
  .columns { display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 40px; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; padding: 8px 0; overflow-y: auto; }
  nav > ul { display: block; }
  nav ul ul { display: block; margin-bottom: 12px; color: var(--muted); }
  nav ul ul a { min-height: 28px; }
}
@media (max-width: 700px) {
  header, .columns { padding-inline: 16px; }
  h1 { font-size: 31px; }
  h2 { margin-top: 40px; }
  article { padding: 16px; }
  dl > div { grid-template-columns: minmax(0, 1fr); }
}
`
