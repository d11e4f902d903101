import { useRouter } from '@tanstack/react-router'
import { hasSaved, MAX_SAVED, type SavedSubject } from '../../lib/saved/saved-list.ts'
import { savedStore, useSaved } from '../../lib/saved/saved-store.ts'
import { Button } from '../../ui/button.tsx'
import { Drawing } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.ts'

type SavedToggleProps = {
  subject: SavedSubject
  /** Name of the subject for those who do not see it beside the button. */
  hiddenName?: string
  /** On the page that lists what is saved: no message leads there. */
  isOnList?: boolean
}

/**
 * Button that saves a collection or follows a creator in this browser. SSR shows it unpressed, in
 * the width of its longer word.
 */
export function SavedToggle({ subject, hiddenName, isOnList = false }: SavedToggleProps) {
  const saved = useSaved()
  const router = useRouter()
  const isSaved = saved !== null && hasSaved(saved.entries, subject)
  const { word, pressedWord, icon } = looks[subject.kind]
  const press = async () => {
    const outcome = await savedStore.change(subject, !isSaved)
    const action = {
      label: 'See saved',
      onPress: () => void router.navigate({ href: '/saved' }),
    }
    if (outcome === 'full') {
      toast('error', `${MAX_SAVED} collections and creators are saved already.`, {
        text: 'Remove some, then try again.',
        ...(!isOnList && { action }),
      })
    } else if (!isSaved && savedStore.read()?.isKept === false) {
      toast('warning', 'This lasts until you close or reload this page.', {
        text: 'Your browser does not let this site store data.',
      })
    } else if (!isSaved && !isOnList) {
      const text = 'It is in this browser only, with or without a wallet.'
      toast('success', subject.kind === 'collection' ? 'Saved.' : 'Following.', {
        ...{ text, action },
      })
    }
  }
  return (
    <Button
      look="quiet"
      className={subject.kind === 'creator' ? 'saved-toggle follow' : 'saved-toggle'}
      aria-pressed={isSaved}
      onClick={() => void press()}
    >
      <Drawing path={icon} size={16} />
      {isSaved ? pressedWord : word}
      {hiddenName && <span className="hide"> {hiddenName}</span>}
    </Button>
  )
}

/** Words of the button before and after, and its icon. */
const looks = {
  collection: {
    ...{ word: 'Save', pressedWord: 'Saved' },
    icon: 'M7 4.500h10V20l-5-3.800L7 20z',
  },
  creator: {
    ...{ word: 'Follow', pressedWord: 'Following' },
    icon: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.500 20c1-4 4-6 7.500-6s6.500 2 7.500 6',
  },
} as const
