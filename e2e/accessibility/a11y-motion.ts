import type { BrowserContext, Page } from '@playwright/test'

/** Records animations on every page of the context; `motions` returns them. */
export async function recordMotion(context: BrowserContext): Promise<void> {
  await context.addInitScript(listen)
}

/** Returns the animations so far, and those that scrolling would run. */
export function motions(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // The event of an animation comes with the frame after the one that begins it.
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    // Safe: set by the recording script.
    const { moved } = globalThis as unknown as { moved: Set<string> }
    for (const element of document.querySelectorAll('*')) {
      const { scrollBehavior } = getComputedStyle(element)
      const classes = element.getAttribute('class') ?? ''
      if (scrollBehavior === 'smooth') moved.add(`smooth scrolling of ${classes}`)
    }
    return [...moved]
  })
}

/** Runs in the page before its own scripts. */
function listen() {
  const moved = new Set<string>()
  Object.assign(globalThis, { moved })
  /** Returns whether an animation moves something; opacity changes do not. */
  const isMove = (effect: AnimationEffect | null) => {
    if (!(effect instanceof KeyframeEffect)) return false
    const still = /^(offset|computedOffset|easing|composite|opacity|visibility)$/
    const moving = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
    const { duration } = effect.getTiming()
    return Number(duration) > 1 && moving.some((property) => !still.test(property))
  }
  const read = ({ target, type }: Event) => {
    if (!(target instanceof Element)) return
    const name = `${target.localName} ${target.getAttribute('class') ?? ''}`
    const isMoving = target
      .getAnimations({ subtree: true })
      .some(({ effect }) => isMove(effect))
    if (isMoving) moved.add(`${type} of ${name}`)
  }
  for (const type of ['animationstart', 'transitionrun']) {
    addEventListener(type, read, true)
  }
  const { startViewTransition } = Document.prototype
  Document.prototype.startViewTransition = function (...given) {
    moved.add('view transition')
    return startViewTransition.apply(this, given)
  }
}
