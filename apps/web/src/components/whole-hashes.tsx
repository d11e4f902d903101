import { createElement, Fragment } from 'react'

/** A sentence whose shortened hashes and addresses no line break parts. */
export function WholeHashes({ text }: { text: string }) {
  const parts = text
    .split(/(0x\w{4}…\w{4})/)
    .map((part, at) => (at % 2 === 0 ? part : createElement('span', whole, part)))
  return createElement(Fragment, null, ...parts)
}

const whole = { className: 'nowrap' }
