// Metrics that are read from the shop's parts when somebody looks.
import { Counter, Gauge, type Registry } from 'prom-client'

type Labels = Readonly<Record<string, string | number>>
type Series = readonly (readonly [labels: Labels, value: number])[]

export function gaugesIn(registers: Registry[]) {
  return {
    /** Undefined leaves the gauge out. */
    gauge(name: string, help: string, read: () => number | undefined): void {
      new Gauge({
        ...{ name: `gamertech_${name}`, help, registers },
        collect() {
          const value = read()
          if (value === undefined) this.remove()
          else this.set(value)
        },
      })
    },
    gauges(name: string, help: string, labelNames: readonly string[], read: () => Series | Promise<Series>): void {
      new Gauge({
        ...{ name: `gamertech_${name}`, help, labelNames, registers },
        async collect() {
          const series = await read()
          this.reset()
          for (const [labels, value] of series) this.set(labels, value)
        },
      })
    },
  }
}

export function countersIn(registers: Registry[]) {
  return {
    counter(name: string, help: string, read: () => number): void {
      new Counter({
        ...{ name: `gamertech_${name}`, help, registers },
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    counters(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
      new Counter({
        ...{ name: `gamertech_${name}`, help, labelNames: [label], registers },
        collect() {
          this.reset()
          for (const [value, total] of Object.entries(read())) this.inc({ [label]: value }, total)
        },
      })
    },
  }
}
