/**
 * The tag that starts the app from the script at `src`, at the end of the page and in place of the
 * module's own: nothing of it is fetched beside what the page is painted with, or runs before the
 * page is on the screen. To start again changes nothing, so the first of several signs counts.
 */
export function deferApp(src: string): string {
  return `<script>
{
  const start = () => import('${src}')
  // What nobody looks at is not painted, and neither is a page without content.
  if (document.hidden || !document.getElementById('root').childElementCount) start()
  addEventListener('visibilitychange', start, { once: true })
  try {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start()
    }).observe({ type: 'paint', buffered: true })
  } catch {
    // This browser tells no paint.
  }
  // A frame that was run is painted soon, whether it is told or not.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 1000)))
  setTimeout(start, 5000)
}
</script>`
}
