/** At most five page numbers within 1..pages, starting one before the current page. */
export function pageWindow(current: number, pages: number): number[] {
  const first = Math.max(1, current - 1)
  const last = Math.min(pages, first + 4)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
