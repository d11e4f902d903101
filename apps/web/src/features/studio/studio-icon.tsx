import { Drawing } from '../../ui/icon.tsx'

/** Icon that only the studio shows. */
export function StudioIcon({ name }: { name: keyof typeof paths }) {
  return <Drawing path={paths[name]} />
}

const paths = {
  more: 'M5.500 12v.1M12 12v.1M18.500 12v.1',
  trash:
    'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l.8 12.500h9.400L17.500 7M10.500 11v5m3-5v5',
} as const
