import { useRouterState } from '@tanstack/react-router'
import { PageTitle } from '../components/page-title.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'

/** Page of an unknown URL with a search and two links. */
export function NotFoundPage() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <div className="not-found">
      <PageTitle>Not found</PageTitle>
      <div className="mat">
        <Artwork />
      </div>
      <div>
        <h1>Page not found</h1>
        <p className="lead">
          This page doesn’t exist or was removed. Check the link for typos.
        </p>
        <p className="bad">{pathname}</p>
        <search>
          <form action="/collections">
            <label className="search-field">
              <span className="hide">Search collections</span>
              <Icon name="search" />
              <input
                className="input"
                type="search"
                name="search"
                minLength={2}
                maxLength={64}
                placeholder="Search collections"
                defaultValue={wordsOf(pathname)}
              />
            </label>
            <button className="button" type="submit">
              Search
            </button>
          </form>
        </search>
        <ul className="ways">
          {ways.map(({ href, label, text }) => (
            <li key={href}>
              <Link href={href}>
                <b>{label}</b>
                <span>{text}</span>
                <Icon name="right" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const ways = [
  { href: '/', label: 'Launchpad', text: 'What is new today' },
  {
    href: '/collections',
    label: 'Collections',
    text: 'All works, all networks',
  },
  {
    href: '/academy',
    label: 'Academy',
    text: 'Lessons on collecting and creating',
  },
  { href: '/names', label: 'Names', text: 'Find or register a name' },
]

/** Returns the last path segment as search text: `night-ferri` is `night ferri`. */
function wordsOf(pathname: string): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  if (/^0x|^404$/.test(last)) return ''
  return last
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 64)
}

const digits = {
  x: 320,
  y: 372,
  textAnchor: 'middle',
  className: 'digits-404',
} as const

/** Drawing of the status number: thin lines in one ink, the digits in the other. */
function Artwork() {
  return (
    <svg className="art-404" viewBox="0 0 640 560" role="img" aria-label="404">
      <clipPath id="digits-404">
        <text {...digits}>404</text>
      </clipPath>
      <rect width="640" height="560" fill="var(--plate-paper)" />
      <path d={rules(0)} fill="none" stroke="var(--plate-ink)" strokeWidth="1.1" />
      <text
        {...digits}
        fill="var(--plate-paper)"
        stroke="var(--plate-paper)"
        strokeWidth="14"
        strokeLinejoin="round"
      >
        404
      </text>
      <path
        d={rules(3)}
        clipPath="url(#digits-404)"
        fill="none"
        stroke="var(--plate-second-ink)"
        strokeWidth="7.2"
      />
    </svg>
  )
}

/**
 * Returns fifty lines, each bent a little more than the one above. Integers only, so that
 * every machine renders the same path.
 */
function rules(shift: number): string {
  const lines = Array.from({ length: 52 }, (_, line) => {
    const y = line * 12 - 24
    const bends = [0, 1, 2, 3, 4].map((bend) => y + swell(line + bend * 9 + shift))
    const [first, second, third, fourth, fifth] = bends
    return `M-20 ${first}C60 ${first} 100 ${second} 160 ${second}S270 ${third} 340 ${third}S440 ${fourth} 510 ${fourth}S600 ${fifth} 670 ${fifth}`
  })
  return lines.join('')
}

/** Returns a wave between -8 and 8 with a period of 32. */
function swell(step: number): number {
  const along = (step % 32) - 16
  const height = 16 - Math.abs(along)
  return Math.round((height * height * (48 - 2 * height)) / 256) - 8
}
