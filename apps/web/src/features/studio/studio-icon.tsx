import { Drawing } from '../../ui/icon.tsx'

/** Icon that only the studio shows. */
export function StudioIcon({ name }: { name: keyof typeof paths }) {
  return <Drawing path={paths[name]} />
}

const paths = {
  airdrop: 'M21 3 3 10.500l7 3.500 3.500 7L21 3ZM10 14l5-5',
  csv: 'M12 4v11m-4.500-4L12 15.500l4.500-4.500M4.500 20h15',
  edit: 'M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19 4 20ZM13.500 7l3.500 3.500',
  freeze:
    'M12 2.500v19M3.800 7.200l16.400 9.600M20.200 7.200 3.800 16.800M9.500 4 12 6.300 14.500 4M9.500 20l2.500-2.300 2.500 2.300',
  more: 'M5.500 12v.1M12 12v.1M18.500 12v.1',
  pause: 'M9 6v12M15 6v12',
  reveal:
    'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9.200a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600z',
  trash:
    'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l.8 12.500h9.400L17.500 7M10.500 11v5m3-5v5',
} as const
