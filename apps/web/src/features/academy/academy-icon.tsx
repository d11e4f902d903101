import { Drawing } from '../../ui/icon.tsx'

type AcademyIconProps = { name: keyof typeof paths; size?: number }

/** Icons that only the pages of the academy use. */
export function AcademyIcon({ name, size }: AcademyIconProps) {
  return <Drawing path={paths[name]} size={size} />
}

const paths = {
  flag: 'M6 21V4M6 5c4-2.500 7 2 12 0v9c-5 2-8-2.500-12 0',
  link: 'M10 14l4-4M11.500 7l2.300-2.300a3.900 3.900 0 0 1 5.500 5.500L17 12.500M12.500 17l-2.300 2.300a3.900 3.900 0 0 1-5.500-5.500L7 11.500',
  tip: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 3.500 10.900c-.6.5-.8 1-.8 1.600H9.300c0-.6-.2-1.100-.8-1.600A6 6 0 0 1 12 3z',
  thumb_down:
    'M16.500 10.500V3H20v7.500zM16.500 10.500 12.700 20c-2.200 0-3-1.500-2.500-3.700l.6-2.800H5l1.500-9c.3-1 .9-1.500 2-1.500h8',
  thumb_up:
    'M7.500 13.500V21H4v-7.500zM7.500 13.500 11.300 4c2.200 0 3 1.500 2.500 3.700l-.6 2.800H19l-1.500 9c-.3 1-.9 1.500-2 1.500h-8',
} as const
