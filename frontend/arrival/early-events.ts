// Replayed events: records what people do on a server-rendered page and replays it after hydration.

declare global {
  /** Until hydration. `address`: path and query of the rendered page. */
  var earlyEvents: { address: string; repeats: (() => void)[]; stop: () => void } | undefined
}

/** Records clicks, submits and history steps until hydration; links work at once by themselves. */
export function recordEarlyEvents(): void {
  const repeats: (() => void)[] = []
  const record = (event: Event) => {
    const { target } = event
    if (!(target instanceof Element) || !event.isTrusted || !target.closest('#root')) return
    const pressed = target.closest<HTMLElement>('a[href], button, label, input[type="radio"], input[type="checkbox"]')
    if (event.type === 'click' && (!pressed || pressed.matches('a[href]'))) return
    event.preventDefault()
    event.stopPropagation()
    if (target instanceof HTMLFormElement) repeats.push(() => target.requestSubmit())
    else repeats.push(() => pressed?.click())
  }
  // Keeps the router from navigating during hydration; afterwards the address has the last step's target.
  const step = () => void dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  const recordStep = (event: Event) => {
    event.stopImmediatePropagation()
    if (!repeats.includes(step)) repeats.push(step)
  }
  const recording = new AbortController()
  const options = { capture: true, signal: recording.signal }
  addEventListener('click', record, options)
  addEventListener('submit', record, options)
  addEventListener('popstate', recordStep, options)
  const address = location.pathname + location.search
  globalThis.earlyEvents = { address, repeats, stop: () => recording.abort() }
}

/** False after an early Back, which works even before the scripts have loaded. */
export function isAtRenderedAddress(): boolean {
  return globalThis.earlyEvents?.address === location.pathname + location.search
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Restores what people typed into the page before hydration, and repeats the recorded events. */
export function replayEarlyEvents(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<Field>('input:not([type="radio"], [type="checkbox"]), textarea, select')]
  // Reads every field first: React may reset the others as soon as one is filled in.
  const typed = fields.flatMap((field) => {
    const { value } = field
    return value === firstValue(field) ? [] : [() => fillIn(field, value)]
  })
  const { repeats = [], stop } = globalThis.earlyEvents ?? {}
  stop?.()
  globalThis.earlyEvents = undefined
  // React batches changes until the effect that calls this has ended; afterwards it renders them one by one.
  queueMicrotask(() => {
    for (const act of [...typed, ...repeats]) act()
  })
}

function firstValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value ?? ''
}

/** Simulates a person's input, because React ignores a value that a script sets. */
function fillIn(field: Field, value: string): void {
  field.value = firstValue(field)
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
