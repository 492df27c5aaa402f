import { Counter, Gauge, type Registry } from 'prom-client'

type Labels = Readonly<Record<string, string | number>>
export type Series = readonly (readonly [labels: Labels, value: number])[]
type Measured = Pick<Gauge & Counter, 'reset' | 'remove' | 'inc'>

export type Readings = ReturnType<typeof readingsIn>

export function readingsIn(registry: Registry) {
  const settings = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Series | Promise<Series>,
  ) => ({
    ...{ name: `gamertech_${name}`, help, labelNames, registers: [registry] },
    async collect(this: Measured) {
      const series = await read()
      this.reset()
      this.remove({}) // the zero of a metric without labels
      for (const [labels, value] of series) this.inc(labels, value)
    },
  })
  const gauges = (...args: Parameters<typeof settings>) => void new Gauge(settings(...args))
  return {
    gauges,
    counters: (...args: Parameters<typeof settings>) => void new Counter(settings(...args)),
    /** Undefined leaves the gauge out. */
    gauge: (name: string, help: string, read: () => number | undefined) => gauges(name, help, [], () => sole(read())),
  }
}

export function sole(value: number | null | undefined): Series {
  return value == null ? [] : [[{}, value]]
}

export function byLabel(label: string, values: Readonly<Record<string, number>>): Series {
  return Object.entries(values).map(([name, value]) => [{ [label]: name }, value])
}
