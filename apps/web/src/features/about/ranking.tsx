import { trendingRules } from '@platemark/rules/trending'
import { AboutSection } from './about-section.tsx'
import { FadingCurve } from './fading-curve.tsx'
import { computeScore, computeScoreParts, type ScoreParts } from './score.ts'

const { weights, minPeople, maxTokens, maxUsd, windowHours, halfLifeHours } =
  trendingRules

/** Section on the ranking rules, with a worked example of the score. */
export function Ranking() {
  return (
    <AboutSection id="ranking" title="How ranking works">
      <p>
        Three lists follow fixed rules. The fourth, Promoted, is chosen by hand and
        labelled as such.
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
        as going from 100 to about 190. A collection needs {minPeople} people to get a
        score at all.
      </p>
      <h3>Three collections, compared</h3>
      <Comparison />
      <h3>Everything fades</h3>
      <p>
        A mint counts fully when it happens, half after {halfLifeHours} hours, a quarter
        after {windowHours}, and then not at all. People fade with their newest mint.
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
        <span>score =</span>{' '}
        <span className="people">{weights.people} ln(1 + people)</span>{' '}
        <span>
          + <span className="mints">{weights.mints} ln(1 + mints)</span>
        </span>{' '}
        <span>
          + <span className="volume">{weights.volume} ln(1 + volume)</span>
        </span>
      </p>
      <dl>
        <div>
          <dt className="people">People</dt>
          <dd>
            Different wallets that minted in the last {windowHours} hours, without the
            creator. They count most.
          </dd>
        </div>
        <div>
          <dt className="mints">Mints</dt>
          <dd>
            At most {maxTokens} for each person, so one wallet with 1,000 mints counts
            like one with {maxTokens}.
          </dd>
        </div>
        <div>
          <dt className="volume">Volume</dt>
          <dd>
            In US dollars, at most ${maxUsd} for each person. A free collection can still
            lead.
          </dd>
        </div>
      </dl>
    </div>
  )
}

const definitions = [
  [
    'Promoted',
    'Chosen by the operator of this site, at most 8, always with the label “Promoted”.',
  ],
  ['Newest', 'By the time of the block in which the collection was published.'],
  [
    'Popular',
    'By how many different people minted, since the beginning. The creator does not count.',
  ],
  ['Trending', 'By the score below, for each network, recalculated every minute.'],
] as const

const compared = [
  { what: '40 people, 40 mints, free', people: 40, mints: 40, volume: 0 },
  { what: '12 people, 20 mints, $61', people: 12, mints: 20, volume: 61 },
  { what: '1 person, 1,000 mints', people: 1, mints: 5, volume: 0 },
]

/** Score of the examples, computed by the ranking formula. */
function Comparison() {
  const rows = compared.map(({ what, ...counted }) => ({
    what,
    parts: computeScoreParts(counted),
    score: computeScore(counted),
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
        {rows.map((row) => (
          <ComparedRow key={row.what} {...row} most={most} />
        ))}
      </tbody>
    </table>
  )
}

type ComparedRowProps = {
  what: string
  parts: ScoreParts
  score: number | null
  most: number
}

function ComparedRow({ what, parts, score, most }: ComparedRowProps) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>
        {score === null ? (
          <span className="muted">Fewer than {minPeople} people</span>
        ) : (
          <ScoreBar parts={parts} width={score / most} />
        )}
      </td>
      <td className="end">
        {score === null ? (
          <span className="muted">no score</span>
        ) : (
          <span className="score">{score.toFixed(1)}</span>
        )}
      </td>
    </tr>
  )
}

/** Parts of one score; `width` is its share of the widest bar. */
function ScoreBar({ parts, width }: { parts: ScoreParts; width: number }) {
  return (
    <span
      className="stack"
      role="img"
      aria-label={`People ${parts.people.toFixed(1)}, mints ${parts.mints.toFixed(1)}, volume ${parts.volume.toFixed(1)}`}
      style={{ width: `${(width * 100).toFixed(1)}%` }}
    >
      {Object.entries(parts).map(
        ([name, value]) =>
          value > 0 && (
            <i key={name} className={name} style={{ flexGrow: value.toFixed(1) }} />
          ),
      )}
    </span>
  )
}
