/** Scrolls to the mint panel and focuses it: the button that was pressed may be hidden then. */
export function showMintPanel(): void {
  const place = document.getElementById('mint')
  place?.scrollIntoView()
  place?.querySelector<HTMLElement>('.mint-panel')?.focus({ preventScroll: true })
}
