import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { isBrandName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { escaped, type PageHead } from './page-head.ts'

type Shop = { publicUrl: string; currency: string }
const longestDescription = 160
const amount = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function productHead(product: CatalogueItem, shop: Shop): PageHead {
  const { id, description, category, imageUrl } = product
  const name = product.name.charAt(0).toLocaleUpperCase('es-AR') + product.name.slice(1)
  return {
    title: name,
    description: cut(`${description} $ ${amount.format(product.price)}.`),
    path: `/product/${id}`,
    picture: { url: imageUrl, alt: name },
    data: [
      productData(product, name, shop),
      breadcrumb(
        [
          ['Productos', '/home'],
          [category, categoryPath(category)],
          [name, `/product/${id}`],
        ],
        shop,
      ),
    ],
    text: textOf(product, name),
  }
}

function categoryPath(category: string): string {
  return `/home?${new URLSearchParams({ category }).toString()}`
}

function cut(text: string): string {
  return text.length <= longestDescription ? text : `${text.slice(0, longestDescription - 1).replace(/\s+\S*$/, '')}…`
}

function productData(product: CatalogueItem, name: string, { publicUrl, currency }: Shop): object {
  const { id, description, category, imageUrl, price, stock, rating, specs } = product
  const brand = product.brand ?? specs.find((spec) => isBrandName(spec.name))?.value
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description,
    sku: String(id),
    category,
    image: [new URL(imageUrl, publicUrl).href],
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    offers: {
      '@type': 'Offer',
      url: new URL(`/product/${id}`, publicUrl).href,
      price: price.toFixed(2),
      priceCurrency: currency,
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
    ...(rating.average !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: Number(rating.average.toFixed(2)),
        reviewCount: rating.count,
      },
    }),
  }
}

function breadcrumb(steps: readonly (readonly [string, string])[], { publicUrl }: Shop): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, publicUrl).href,
    })),
  }
}

function textOf({ description, category, price, stock, rating, specs }: CatalogueItem, name: string): string {
  const average = rating.average?.toLocaleString('es-AR', { maximumFractionDigits: 1 })
  const sheet = specs.map((spec) => `<dt>${escaped(spec.name)}</dt><dd>${escaped(spec.value)}</dd>`)
  return [
    `<p><a href="/home">Productos</a> · <a href="${escaped(categoryPath(category))}">${escaped(category)}</a></p>`,
    `<h1>${escaped(name)}</h1>`,
    `<p>${escaped(description)}</p>`,
    `<p>$ ${amount.format(price)} · Stock: ${stock}</p>`,
    rating.count > 0 ? `<p>Puntuación general: ${average} de 5, ${rating.count} reseñas</p>` : '',
    sheet.length > 0 ? `<h2>Ficha técnica</h2><dl>${sheet.join('')}</dl>` : '',
  ].join('')
}
