/** The style sheet for all pages. The content security policy allows it by its hash. */
export const STYLE = `
:root { color-scheme: dark; --background: #101418; --card: #1a2027; --line: #3a4552; --text: #eef2f6; --text-muted: #b7c2ce; --accent: #7cc4ff; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
header { background: #5b3a00; color: #fff3dc; padding: 0.5rem 1rem; text-align: center; }
header p { margin: 0; }
main { max-width: 38rem; margin: 1.5rem auto; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; overflow-wrap: break-word; }
@media (max-width: 40rem) { main { margin: 0; border-width: 0; border-radius: 0; } }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 0.75rem; }
h2 { font-size: 1.05rem; margin: 1.25rem 0 0.5rem; }
p { margin: 0.5rem 0; }
.muted { color: var(--text-muted); }
.amount { font-size: 2rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.notice { border: 1px solid var(--accent); border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
a { color: var(--accent); }
ul { padding-left: 1.25rem; }
li { margin: 0.25rem 0; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.4rem 0.5rem 0.4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { text-align: right; padding-right: 0; }
fieldset { border: 1px solid var(--line); border-radius: 0.5rem; margin: 1rem 0; padding: 0.5rem 0.9rem; }
legend { padding: 0 0.35rem; font-weight: 600; }
.choice { display: flex; gap: 0.6rem; align-items: center; min-height: 2.75rem; }
.choice input { width: 1.25rem; height: 1.25rem; flex: none; accent-color: var(--accent); }
label.field { display: block; margin: 0.75rem 0; }
input[type="text"], input[type="email"] { display: block; width: 100%; padding: 0.6rem; font: inherit; color: inherit; background: var(--background); border: 1px solid #7d8b9a; border-radius: 0.4rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
button, a.button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0.5rem 1.4rem; border-radius: 0.5rem; border: 1px solid var(--accent); background: var(--accent); color: #08131d; cursor: pointer; }
a.button { display: inline-flex; align-items: center; text-decoration: none; }
button.secondary { background: transparent; color: var(--text); border-color: #7d8b9a; }
:focus-visible { outline: 3px solid #ffd479; outline-offset: 2px; }
`;
