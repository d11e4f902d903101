import { useState } from 'react'
import { storePreference } from '../../ui/preference-cookie.ts'

export type Motion = 'system' | 'reduced'

/** Returns the motion setting of this browser and a setter. */
export function useMotion(): [Motion, (motion: Motion) => void] {
  const [motion, setMotion] = useState(readMotion)
  return [
    motion,
    (next) => {
      chooseMotion(next)
      setMotion(next)
    },
  ]
}

function readMotion(): Motion {
  return document.documentElement.dataset.motion === 'reduced' ? 'reduced' : 'system'
}

/** Stores the setting in a cookie, so that the first paint applies it. */
function chooseMotion(motion: Motion) {
  const { dataset } = document.documentElement
  if (motion === 'system') delete dataset.motion
  else dataset.motion = motion
  storePreference('motion', motion === 'system' ? null : motion)
}
