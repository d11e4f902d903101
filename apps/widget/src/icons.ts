import { type Element, h } from './render.ts'

const paths = {
  alert: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5v3.500M8 10.800v.1',
  calendar:
    'M3.500 3.500h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM2.500 6.800h11M5.500 2v3M10.500 2v3',
  check: 'm3.300 8.300 3 3 6.400-6.600',
  close: 'M4 4l8 8M12 4l-8 8',
  external: 'M6.500 3.500h-3v9h9v-3M9.500 3H13v3.500M13 3 7.500 8.500',
  minus: 'M3.500 8h9',
  plus: 'M8 3.500v9M3.500 8h9',
  share: 'M8 10V2.500M5 5.200l3-3 3 3M3 8.500v5h10v-5',
} as const

/** Returns a decorative icon. */
export function icon(name: keyof typeof paths, size = 16): Element {
  return h(
    'svg',
    {
      class: 'icon',
      viewBox: '0 0 16 16',
      width: size,
      height: size,
      'aria-hidden': 'true',
    },
    h('path', { d: paths[name] }),
  )
}
