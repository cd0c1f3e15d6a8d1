// Layout of the server-rendered pages: the product's design tokens, no scripts, readable without CSS.
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

export const pageText = {
  product: 'Слой',
  test: 'Тестова среда',
  back: 'Назад към Слой',
} as const;

type Html = ReturnType<typeof html>;

/** Twins: the colors and fonts of src/ui/tokens.css. */
const css = `
@font-face{font-family:Manrope;src:url(/fonts/manrope-cyrillic-c268b459.woff2) format("woff2");font-weight:200 800;font-display:swap;unicode-range:U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116}
@font-face{font-family:Manrope;src:url(/fonts/manrope-latin-a30ddcd3.woff2) format("woff2");font-weight:200 800;font-display:swap;unicode-range:U+0000-00FF,U+2000-206F,U+20AC}
:root{color-scheme:light dark;--paper:light-dark(#faf7f2,#101216);--surface:light-dark(#fff,#181b21);--sunk:light-dark(#f2ede4,#0b0d10);--ink:light-dark(#16181d,#f3efe8);--muted:light-dark(#5b616c,#a7adb8);--line:light-dark(#e7e1d8,#2a2e36);--control:light-dark(#8c8577,#6b7280);--accent:light-dark(#f2590d,#ff7a33);--accent-hover:light-dark(#ff6a1f,#ff8b4d);--accent-ink:light-dark(#b23a00,#ff9a61);--ok:light-dark(#1b7a43,#5fcf8e);--warn:light-dark(#8a5a00,#f0b849);--danger:light-dark(#b3261e,#ff8d85);--shadow:0 1px 2px light-dark(#16181d0d,#0000),0 8px 24px -12px light-dark(#16181d26,#000)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1rem/1.5 Manrope,system-ui,sans-serif;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
h1,h2{margin:0;font-weight:800;letter-spacing:-.02em;text-wrap:balance}
h1{font-size:1.728rem;line-height:1.15}
h2{font-size:1.2rem;line-height:1.3}
p{margin:0}
a{color:var(--accent-ink);font-weight:700;text-underline-offset:4px}
:focus-visible{outline:3px solid var(--accent-ink);outline-offset:2px}
main,.card,dl,form,fieldset,ul,details>div{display:grid;grid-template-columns:minmax(0,1fr)}
header,main{width:100%;max-width:44rem;margin:0 auto;padding:0 1rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;min-height:4.5rem;padding-block:.5rem;font-size:1.2rem;font-weight:800;letter-spacing:-.02em}
header .chip{margin-left:auto}
main{gap:1rem;padding-bottom:3rem}
.card{gap:.9rem;padding:1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:12px;box-shadow:var(--shadow)}
.note{padding:.75rem 1rem;border:1px solid var(--warn);border-radius:8px;background:var(--surface);font-size:.875rem}
.alert{padding:.75rem 1rem;border:1px solid var(--danger);border-radius:8px;background:var(--surface)}
.alert strong,.good strong{display:block}
.good{padding:.75rem 1rem;border:1px solid var(--ok);border-radius:8px;background:var(--surface)}
.muted{color:var(--muted);font-size:.875rem}
.row{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.25rem 1rem}
.sum{font-size:1.44rem;font-weight:800;font-variant-numeric:tabular-nums}
.chip{display:inline-flex;align-items:center;gap:.5rem;padding:.25rem .75rem;border:1px solid var(--line);border-radius:999px;background:var(--surface);font-size:.875rem;font-weight:600;letter-spacing:0;white-space:nowrap}
.chip::before{content:"";width:.5rem;height:.5rem;border-radius:50%;background:var(--dot,var(--control))}
.trialing,.active,.succeeded{--dot:var(--ok)}.past_due,.failed{--dot:var(--danger)}.test{--dot:var(--warn)}
dl{gap:.6rem;margin:0}
dt{color:var(--muted);font-size:.875rem}dd{margin:0;font-weight:600}
form{gap:.75rem}
fieldset{gap:.5rem;min-width:0;margin:0;padding:0;border:0}
legend{padding:0;margin-bottom:.5rem;font-weight:700}
label{display:flex;align-items:center;gap:.75rem;min-height:3.25rem;padding:.4rem .9rem;border:1px solid var(--line);border-radius:8px;cursor:pointer}
label>*{min-width:0}
label:has(:checked){border-color:var(--accent-ink);background:var(--sunk)}
label small{display:block;color:var(--muted);font-size:.875rem;font-variant-numeric:tabular-nums}
input[type=radio]{width:1.25rem;height:1.25rem;flex:none;margin:0;accent-color:var(--accent-ink)}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.1rem;border:1px solid var(--line);border-radius:8px;background:var(--surface);color:var(--ink);font:700 .875rem/1.3 Manrope,system-ui,sans-serif;text-decoration:none;cursor:pointer}
button:hover,.button:hover{border-color:var(--control)}
.primary{min-height:3rem;border-color:transparent;background:var(--accent);color:#16181d;font-size:1rem}
.primary:hover{border-color:transparent;background:var(--accent-hover)}
.danger{color:var(--danger)}
.danger:hover{border-color:var(--danger)}
ul{gap:.75rem;margin:0;padding:0;list-style:none}
li.row{align-items:center;padding-top:.75rem;border-top:1px solid var(--line)}
li.row>:first-child{flex:1 1 6rem;min-width:0}
li.row:first-child{padding-top:0;border-top:0}
details{border:1px solid var(--line);border-radius:8px}
summary{display:flex;align-items:center;min-height:2.75rem;padding:.4rem .9rem;font-weight:700;cursor:pointer}
summary::before{content:"";width:.5rem;height:.5rem;margin-right:.75rem;border:solid var(--accent-ink);border-width:0 2px 2px 0;transform:rotate(-45deg)}
details[open] summary::before{transform:rotate(45deg)}
details>div{gap:.75rem;padding:.25rem .9rem .9rem}
.end{display:grid;justify-items:end;gap:.25rem;margin-left:auto;font-variant-numeric:tabular-nums}
@media (max-width:15rem){header,main{padding-inline:.75rem}.card{padding:.75rem}.note,label,summary,details>div{padding-inline:.5rem}label{gap:.5rem}h1{font-size:1.44rem}summary{font-size:.875rem}.chip{white-space:normal}}
@media (prefers-reduced-motion:no-preference){main>*{animation:rise .22s ease-out both}main>:nth-child(2){animation-delay:.04s}main>:nth-child(3){animation-delay:.08s}@keyframes rise{from{opacity:0;transform:translateY(10px)}}}
`;

const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

/** Rule: these pages run no script, load nothing from other origins and submit forms only to themselves. A redirect may lead back to the app. */
export const pagePolicy = (app: string) =>
  `default-src 'none'; style-src ${styleHash}; font-src 'self'; form-action 'self' ${app}; base-uri 'none'; frame-ancestors 'none'`;

export const pageHeaders = (app: string) => ({
  'Content-Security-Policy': pagePolicy(app),
  'Cache-Control': 'no-store',
  // The URLs of these pages grant access, so they must not leak to other sites as a referrer.
  'Referrer-Policy': 'no-referrer',
});

/** The product's logo: a stack of printed layers. */
const logo = raw(
  '<svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><g stroke="var(--accent)" stroke-width="3" stroke-linecap="round"><path d="M6 5h12M5 9.5h14M5 14h14M6 18.5h12"/></g><path d="M3 22.5h18" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>',
);

export function page(title: string, content: Html | Html[]): Html {
  return html`<!doctype html>
<html lang="bg">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${pageText.product}</title>
<style>${raw(css)}</style>
</head>
<body>
<header>${logo}<span>${pageText.product}</span><span class="chip test">${pageText.test}</span></header>
<main>${content}</main>
</body>
</html>`;
}

export const notice = (title: string, text: string, back: string | undefined) =>
  page(
    title,
    html`<div class="card"><h1>${title}</h1><p>${text}</p>${back ? html`<p><a class="button" href="${back}">${pageText.back}</a></p>` : ''}</div>`,
  );
