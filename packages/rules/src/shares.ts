/** Formats a share of a whole: `5.2%`, `<0.1%`. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0%'
  const percent = (part / whole) * 100
  if (percent < 0.1) return '<0.1%'
  // Avoid rounding up to 100%.
  if (percent > 99.9 && percent < 100) return '>99.9%'
  return `${Number(Math.min(percent, 100).toFixed(1))}%`
}
