type Kind = { is: (start: string) => boolean; sentence: string }

const begins =
  (...marks: string[]) =>
  (start: string) =>
    marks.some((mark) => start.startsWith(mark))
const has = (at: number, mark: string) => (start: string) => start.startsWith(mark, at)
const matches = (pattern: RegExp) => (start: string) => pattern.test(start)

/** Kinds of file that are no work, with what to do instead. The first that fits counts. */
const kinds: Kind[] = [
  {
    is: matches(
      /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[\s\S]*?>\s*)?<svg[\s>]/i,
    ),
    sentence:
      'This is an SVG, which can hold scripts. Export it as PNG, 3,000 pixels wide or more, and use that file.',
  },
  {
    is: matches(
      /^\s*(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body|script|iframe)/i,
    ),
    sentence:
      'This is a web page (HTML), which is not shown here. Record it as MP4, or export a picture of it.',
  },
  {
    is: matches(
      /^(glTF|Kaydara FBX|solid |ply\n|(# |mtllib |o |v |vn )[\s\S]*\n(o|v|vn|mtllib) )|^\s*\{[\s\S]*"asset"\s*:\s*\{[\s\S]*"version"/,
    ),
    sentence:
      'This is a 3D model, which is not shown here. Record it turning as an MP4, or export a picture.',
  },
  {
    is: begins('II*\0', 'MM\0*', 'II+\0', 'MM\0+'),
    sentence:
      'This is a TIFF or a raw photo, which browsers cannot show. Export it as PNG or JPEG and use that file.',
  },
  {
    is: begins('8BPS'),
    sentence: 'This is a Photoshop file (PSD). Export it as PNG and use that file.',
  },
  {
    is: matches(/^[\s\S]{0,16}%PDF-/),
    sentence:
      'This is a PDF. Export its page as PNG, 3,000 pixels wide or more, and use that file.',
  },
  {
    is: (start) => begins('BM')(start) && has(6, '\0\0\0\0')(start),
    sentence:
      'This is a BMP, which is much larger than needed. Save it as PNG without any loss.',
  },
  {
    is: begins('\xff\x0a', '\0\0\0\x0cJXL ', '\0\0\0\x0cjP  '),
    sentence:
      'This is a JPEG XL or JPEG 2000, which most browsers cannot show. Export it as PNG or JPEG.',
  },
  {
    is: (start) => has(4, 'ftypqt  ')(start) || has(4, 'ftypM4A ')(start),
    sentence:
      'This is a QuickTime file (MOV or M4A), which browsers do not all play. Export it as MP4 in H.264.',
  },
  {
    is: (start) => begins('RIFF')(start) && has(8, 'AVI ')(start),
    sentence: 'This is an AVI video. Export it as MP4 in H.264.',
  },
  {
    is: (start) =>
      begins('ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2', 'OggS', 'fLaC')(start) ||
      (begins('RIFF')(start) && has(8, 'WAVE')(start)),
    sentence:
      'This is a sound without a picture. Use an image, or an MP4 that holds the sound.',
  },
  {
    is: begins('PK\x03\x04', 'PK\x05\x06'),
    sentence: 'This is a ZIP or a document. Unpack it and use the pictures in it.',
  },
]

/**
 * Returns what a file is that is no work, by its first bytes (a few hundred), and what to do
 * instead; undefined for a kind that is not known.
 */
export function describeRefusedFile(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 512))
  return kinds.find(({ is }) => is(start))?.sentence
}
