// Runs in the page before anything of it, and notes what its visitor would notice.
const watched = { lcp: 0, largest: '', cls: 0, interactions: [] }
globalThis.watched = watched

const follow = (type, take, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })

follow('largest-contentful-paint', ({ startTime, url, element }) => {
  watched.lcp = startTime
  watched.largest = url ? new URL(url).pathname : `<${element?.localName ?? '?'}>`
})
follow('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) watched.cls += value
})
follow('event', ({ duration, interactionId }) => interactionId && watched.interactions.push(duration), {
  durationThreshold: 16,
})
