import { Counter, Gauge, type Registry } from 'prom-client'

/** Current state. `behindMs`: age of the oldest change not yet applied. */
export type CatalogueState = {
  readonly state: {
    products: number
    bytes: Readonly<Record<'products' | 'resultSets', number>>
    resultSets: { hits: number; misses: number }
    loads: number
    behindMs: number
  }
}

export function catalogueGauges(registry: Registry, catalogue: CatalogueState): void {
  const registers = [registry]
  new Gauge({
    name: 'gamertech_catalogue_products',
    help: 'Products that this process holds in memory',
    registers,
    collect() {
      this.set(catalogue.state.products)
    },
  })
  new Gauge({
    name: 'gamertech_catalogue_bytes',
    help: 'About what these products take, and what was chosen from them and is kept',
    labelNames: ['part'],
    registers,
    collect() {
      const { products, resultSets } = catalogue.state.bytes
      this.set({ part: 'products' }, products)
      this.set({ part: 'choices' }, resultSets)
    },
  })
  new Gauge({
    name: 'gamertech_catalogue_behind_seconds',
    help: 'For how long something is known of the catalogue that is not yet in memory, or nothing can be heard of it',
    registers,
    collect() {
      this.set(catalogue.state.behindMs / 1000)
    },
  })
  counters(registry, catalogue)
}

function counters(registry: Registry, catalogue: CatalogueState): void {
  const registers = [registry]
  new Counter({
    name: 'gamertech_catalogue_choices_total',
    help: 'Lists and counts of the catalogue by whether they were kept (hit) or made (miss)',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, misses } = catalogue.state.resultSets
      this.reset()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'miss' }, misses)
    },
  })
  new Counter({
    name: 'gamertech_catalogue_loads_total',
    help: 'Times that this process loaded the whole catalogue',
    registers,
    collect() {
      this.reset()
      this.inc(catalogue.state.loads)
    },
  })
}
