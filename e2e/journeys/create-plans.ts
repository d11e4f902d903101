import type { Page } from '@playwright/test'
import {
  describeWorks,
  drawAnimations,
  drawPicture,
  drawThree,
  type Work,
  writeSetFolder,
  zipSet,
} from '../fixtures/made-works.ts'
import { type ChosenFile, chooseImage, chooseSet, type Sale } from '../fixtures/wizard.ts'

/** The kinds of collections that the wizard makes; `create-kinds.spec.ts` makes each. */

type Art =
  | { kind: 'one'; draw: () => Promise<ChosenFile> }
  | {
      kind: 'set'
      as: 'folder' | 'zip'
      draw: () => Promise<ChosenFile[]>
      isHidden?: boolean
    }

export type Plan = {
  /** Begins the title of the test. */
  title: string
  art: Art
  sale: Pick<Sale, 'kind' | 'supply' | 'isSoulbound'>
  hasSplit?: boolean
  /** Steps and states are checked for accessibility. */
  isAudited?: boolean
  /** Runs in `npm test` too. */
  isInTest?: boolean
}

export const plans: Plan[] = [
  {
    title: 'a drop with a set from a folder, whose royalties are split,',
    art: { kind: 'set', as: 'folder', draw: drawThree },
    sale: { kind: 'Drop', supply: 3 },
    hasSplit: true,
    isAudited: true,
    isInTest: true,
  },
  {
    title: 'a drop with one image',
    art: { kind: 'one', draw: () => drawPicture(60, 1200) },
    sale: { kind: 'Drop', supply: 120 },
    isAudited: true,
  },
  {
    title: 'a drop with a set from a ZIP',
    art: { kind: 'set', as: 'zip', draw: drawThree },
    sale: { kind: 'Drop', supply: 3 },
  },
  {
    title: 'a set that is hidden until its reveal',
    art: { kind: 'set', as: 'folder', draw: drawThree, isHidden: true },
    sale: { kind: 'Drop', supply: 3 },
  },
  {
    title: 'an open edition',
    art: { kind: 'one', draw: () => drawPicture(100, 1200) },
    sale: { kind: 'Open edition' },
  },
  {
    title: 'an edition of ERC-1155 with a supply',
    art: { kind: 'one', draw: () => drawPicture(140, 1200) },
    sale: { kind: 'Edition', supply: 50 },
  },
  {
    title: 'a soulbound drop',
    art: { kind: 'one', draw: () => drawPicture(180, 1200) },
    sale: { kind: 'Drop', supply: 20, isSoulbound: true },
  },
  {
    title: 'a drop with one animated work',
    art: { kind: 'one', draw: async () => (await drawAnimations()).gif },
    sale: { kind: 'Drop', supply: 20 },
  },
  {
    title: 'a drop with a set of animated works',
    art: {
      ...{ kind: 'set', as: 'folder' },
      draw: async () => [
        ...Object.values(await drawAnimations()),
        await drawPicture(200),
      ],
    },
    sale: { kind: 'Drop', supply: 3 },
  },
]

/**
 * Chooses the art of a plan, and returns the works that the tokens are to show: one for all,
 * or one each. A set from a folder is written to `folder` first.
 */
export async function chooseArt(page: Page, art: Art, folder: string): Promise<Work[]> {
  if (art.kind === 'one') {
    const file = await art.draw()
    await chooseImage(page, file)
    return [{ file, name: '', description: '', attributes: [] }]
  }
  const works = describeWorks(await art.draw())
  const set = art.as === 'zip' ? zipSet(works) : writeSetFolder(folder, works)
  await chooseSet(page, set, works.length)
  if (art.isHidden) {
    await page.getByRole('radio', { name: /^Hidden until I reveal it/ }).press('Space')
  }
  return works
}
