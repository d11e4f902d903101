import {
  type AchievementCategory,
  achievementCategories,
  MAX_PINNED,
  type OwnAchievement,
} from '@platemark/api/achievements'
import { useId, useState } from 'react'
import { Medal } from '../../../components/achievements/medal.tsx'
import { AchievementCard } from './achievement-card.tsx'
import { categoryLabels } from './achievement-messages.ts'
import { usePins } from './use-pins.ts'

type AchievementGridProps = {
  achievements: OwnAchievement[]
  /** Ids of those beside the name, in order. */
  pinned: string[]
}

/** Cards of all achievements, by category. */
export function AchievementGrid({ achievements, pinned }: AchievementGridProps) {
  const [category, setCategory] = useState<AchievementCategory | 'all'>('all')
  const full = useId()
  const pins = usePins()
  const shown = achievements.filter(
    (one) => category === 'all' || one.category === category,
  )
  const isFull = pinned.length >= MAX_PINNED
  return (
    <>
      <PinnedRow achievements={achievements} pinned={pinned} />
      <CategoryPick
        achievements={achievements}
        category={category}
        onChange={setCategory}
      />
      <ul className="achievements">
        {shown.map((one) => (
          <AchievementCard
            key={one.id}
            achievement={one}
            isPinned={pinned.includes(one.id)}
            pinBlockedBy={isFull ? full : undefined}
            onPin={(isOn) => {
              const others = pinned.filter((id) => id !== one.id)
              pins.mutate(isOn ? [...others, one.id] : others)
            }}
          />
        ))}
      </ul>
      <p id={full} className={isFull ? 'muted small' : 'hide'}>
        {isFull ? 'Three are pinned. Unpin one to pin another.' : 'Three can be pinned.'}
      </p>
      {pins.isError && (
        <p className="achievement-error small" role="alert">
          Your pins could not be saved. Try again in a moment.
        </p>
      )}
    </>
  )
}

function PinnedRow({ achievements, pinned }: AchievementGridProps) {
  const medals = pinned.flatMap((id) => achievements.find((one) => one.id === id) ?? [])
  return (
    <div className="pinned-row">
      <div>
        <b>Pinned beside your name</b>
        <span className="muted small">{`${medals.length} of ${MAX_PINNED}`}</span>
      </div>
      <span className="pinned-medals">
        {medals.map(({ id, icon, title }) => (
          <Medal key={id} icon={icon} size={48} label={title} />
        ))}
      </span>
    </div>
  )
}

type CategoryPickProps = {
  achievements: OwnAchievement[]
  category: AchievementCategory | 'all'
  onChange(category: AchievementCategory | 'all'): void
}

function CategoryPick({ achievements, category, onChange }: CategoryPickProps) {
  const count = (one: AchievementCategory) =>
    achievements.filter((other) => other.category === one).length
  const present = achievementCategories.filter((one) => count(one) > 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame.
    <div className="category-pick" role="group" aria-label="Category">
      <button
        type="button"
        aria-pressed={category === 'all'}
        onClick={() => onChange('all')}
      >
        All <span>{achievements.length}</span>
      </button>
      {present.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={category === one}
          onClick={() => onChange(one)}
        >
          {categoryLabels[one]} <span>{count(one)}</span>
        </button>
      ))}
    </div>
  )
}
