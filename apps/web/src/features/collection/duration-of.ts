/** Seconds in words: `24 hours`, `3 days`, `90 minutes`. */
export function durationOf(seconds: number): string {
  const [count, unit] =
    seconds >= 172_800 && seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds >= 3600 && seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
