import { AboutSection } from './about-section.tsx'
import { scoreOf, scorePartsOf } from './score.ts'

/** By which rules the lists are sorted, with the score in numbers. */
export function Ranking() {
  return (
    <AboutSection id="ranking" title="How ranking works">
      <p>
        Three lists follow rules that nobody can bend. The fourth, Promoted, is chosen by
        hand and says so.
      </p>
      <dl className="definitions">
        {definitions.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3>The trending score</h3>
      <Formula />
      <p>
        The logarithm (ln) flattens big numbers: going from 10 to 20 people helps as much
        as going from 100 to about 190. A collection needs three people to get a score at
        all.
      </p>
      <h3>Three collections, compared</h3>
      <Comparison />
      <h3>Everything fades</h3>
      <p>
        A mint counts fully when it happens, half after 12 hours, a quarter after 24, and
        then not at all. People fade with their newest mint.
      </p>
      <FadingCurve />
      <p className="small muted">
        Add <code>explain=1</code> to the list call to see the terms of every score.{' '}
        <a className="link" href="/api/docs">
          API reference
        </a>
      </p>
    </AboutSection>
  )
}

function Formula() {
  return (
    <div className="formula">
      <p className="equation">
        <span>score =</span> <span className="people">10 ln(1 + people)</span>{' '}
        <span>
          + <span className="mints">4 ln(1 + mints)</span>
        </span>{' '}
        <span>
          + <span className="volume">2 ln(1 + volume)</span>
        </span>
      </p>
      <dl>
        <div>
          <dt className="people">People</dt>
          <dd>
            Different wallets that minted in the last 24 hours, without the creator. They
            weigh most.
          </dd>
        </div>
        <div>
          <dt className="mints">Mints</dt>
          <dd>
            At most 5 for each person, so one wallet with 1,000 mints counts like one with
            5.
          </dd>
        </div>
        <div>
          <dt className="volume">Volume</dt>
          <dd>
            In US dollars, at most $200 for each person. A free collection can still lead.
          </dd>
        </div>
      </dl>
    </div>
  )
}

const definitions = [
  [
    'Promoted',
    'Chosen by the people who run this site, at most 8, always with the label “Promoted”.',
  ],
  ['Newest', 'By the time of the block in which the collection was published.'],
  [
    'Popular',
    'By how many different people minted, since the beginning. The creator does not count.',
  ],
  ['Trending', 'By the score below, for each network, made anew every minute.'],
] as const

const compared = [
  { what: '40 people, 40 mints, free', people: 40, mints: 40, volume: 0 },
  { what: '12 people, 20 mints, $61', people: 12, mints: 20, volume: 61 },
  { what: '1 person, 1,000 mints', people: 1, mints: 5, volume: 0 },
]

/** What the score of the examples is made of, by the formula itself. */
function Comparison() {
  const rows = compared.map(({ what, ...counted }) => ({
    what,
    parts: scorePartsOf(counted),
    score: scoreOf(counted),
  }))
  const most = Math.max(...rows.map(({ score }) => score ?? 0))
  return (
    <table className="comparison">
      <thead>
        <tr>
          <th>In the last hour</th>
          <th>People, mints, volume</th>
          <th className="end">Score</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, parts, score }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>
              {score === null ? (
                <span className="muted">Fewer than 3 people</span>
              ) : (
                <span
                  className="stack"
                  role="img"
                  aria-label={`People ${parts.people.toFixed(1)}, mints ${parts.mints.toFixed(1)}, volume ${parts.volume.toFixed(1)}`}
                >
                  {Object.entries(parts).map(([name, value]) => (
                    <i
                      key={name}
                      className={name}
                      style={{ width: `${((value / most) * 100).toFixed(1)}%` }}
                    />
                  ))}
                </span>
              )}
            </td>
            <td className="end score">{score === null ? 'none' : score.toFixed(1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const width = 560
const height = 150

/** The weight of a mint by its age: half every 12 hours, nothing after 24. */
function FadingCurve() {
  const points = Array.from({ length: 49 }, (_, step) => {
    const hours = step / 2
    const x = 8 + (hours / 26) * (width - 16)
    const y = 10 + (1 - 0.5 ** (hours / 12)) * (height - 40)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const end = 8 + (24 / 26) * (width - 16)
  return (
    <svg
      className="fading"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="A curve that falls from one to a half at 12 hours, to a quarter at 24, and to nothing after."
    >
      <line x1="8" x2={width - 8} y1={height - 30} y2={height - 30} />
      <polyline points={`${points.join(' ')} ${end.toFixed(1)},${height - 30}`} />
      {[0, 12, 24].map((hours) => (
        <text key={hours} x={8 + (hours / 26) * (width - 16)} y={height - 10}>
          {hours === 0 ? 'now' : `${hours} h`}
        </text>
      ))}
    </svg>
  )
}
