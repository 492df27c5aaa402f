// What a product is found by: its words, and what is left of them after a slip. Apart from the catalogue's rows, which every sale rewrites.
import { productEvents } from '#backend/domain/product/product.events.ts'
import { bigint, jsonb, type RowOf, text } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { inTitle, slipsOf, wordsOf } from './search-words.ts'

const columns = {
  product_id: bigint(),
  name_words: text(), // separated by spaces, as all words here
  words: text(), // of name, category and spec sheet; those of name and category once more with a plus before them
  slips: jsonb<string[]>(), // of the words of name and category
}

export const productSearchProjection = defineProjection(productEvents, {
  name: 'product_search',
  version: 1,
  primaryKey: ['product_id'],
  columns,
  indexes: {
    words: "using gin (array_to_tsvector(string_to_array(words, ' ')))",
    slips: 'using gin (slips)',
  },
  streams: ({ product_id: id }) => [`product-${id}`],
  keys: (event) => [{ product_id: event.data.productId }],
  evolve(row, event) {
    switch (event.type) {
      case 'ProductAdded':
      case 'ProductDetailsChanged':
        return described(event.data)
      case 'ProductPriceChanged':
      case 'ProductPicturesChanged':
      case 'ProductDeactivated':
      case 'ProductActivated':
      case 'ProductCarriedForward':
        return row
      default:
        return event satisfies never
    }
  },
})

function described(data: {
  productId: number
  name: string
  category: string
  specs: { name: string; value: string }[]
}): RowOf<typeof columns> {
  const specs = data.specs.map(({ name, value }) => `${name} ${value}`)
  const title = wordsOf(`${data.name} ${data.category}`)
  return {
    product_id: data.productId,
    name_words: wordsOf(data.name).join(' '),
    words: [...wordsOf([data.name, data.category, ...specs].join('\n')), ...title.map(inTitle)].join(' '),
    slips: [...new Set(title.flatMap(slipsOf))],
  }
}
