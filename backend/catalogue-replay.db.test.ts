// The catalogue in memory of a log that knows no schemas, and of one that has them and loses them again.
import { expect, onTestFinished } from 'vitest'
import { changeSchema } from '#backend/commands/changes.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import { demoProducts, picturesOf } from '#backend/demo/demo-plan.ts'
import { demoSchemas } from '#backend/demo/demo-schemas.ts'
import type { CataloguePage } from '#backend/domain/product/catalogue.contract.ts'
import { interpret } from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { Schema } from '#backend/domain/product/schema/schema.limits.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { catalogueProjection } from '#backend/readmodels/catalogue/catalogue.projection.ts'
import { cataloguePage } from '#backend/readmodels/catalogue/in-memory/catalogue-page.ts'
import { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { schemasProjection } from '#backend/readmodels/settings/settings.projections.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { test } from '#backend/testing/core-fixture.ts'

const told = demoProducts.slice(0, 40)
const context = { actor: 'operator', correlation: 'test' } as const

async function add(store: ShopStore, product: (typeof told)[number]): Promise<void> {
  const { priceCents, stock: units, slug: _, ...texts } = product
  const details = { ...texts, imageUrl: picturesOf(product)[0].url }
  await addProduct(store, context, { details, priceCents, currency: 'ARS', units })
}

test('[TRUE-02] a log without schemas gives the same catalogue, every free row kept as text, also once schemas came and went', async ({
  core,
  owner,
}) => {
  await openProjections(owner, core.store, projections)
  for (const product of told) await add(core.store, product)
  const categories = [...new Set(told.map(({ category }) => category))]
  const replayed = async () => {
    for (const projection of [catalogueProjection, schemasProjection])
      await rebuild({ pool: owner, store: core.store, projection })
    const live = new LiveCatalogue({ ...core, db: core.db, report: (error) => expect.fail(String(error)) })
    onTestFinished(() => live.stop())
    await live.start()
    return live.catalogue
  }
  const answers = (catalogue: Awaited<ReturnType<typeof replayed>>) =>
    [undefined, ...categories].map((category) => cataloguePage(catalogue, { category, size: 100, page: 1 })?.text)
  const plain = await replayed()
  expect(plain.schemas.size).toBe(0)
  const { items } = JSON.parse(answers(plain)[0] ?? '') as CataloguePage
  expect(items.map(({ specs }) => specs)).toEqual(told.map(({ specs }) => specs))
  for (const item of items) {
    expect(item.attributes).toEqual({})
    expect(interpret([], item).sheet).toEqual(item.specs.map((row) => ({ key: null, ...row })))
  }
  for (const text of answers(plain)) expect(JSON.parse(text ?? '')).toMatchObject({ facets: { attributes: [] } })

  const change = (category: string, attributes: Schema, seen: number) =>
    changeSchema(core.store, context, { type: 'ChangeSchema', category, attributes, seen })
  for (const category of categories) await change(category, demoSchemas[category] ?? [], 0)
  const typed = await replayed()
  expect(answers(typed)).not.toEqual(answers(plain))
  for (const item of items) {
    const { sheet } = interpret(typed.schemas.get(item.category) ?? [], item)
    expect(sheet.map(({ value }) => value)).toEqual(expect.arrayContaining(item.specs.map(({ value }) => value)))
  }
  for (const category of categories) if (demoSchemas[category]) await change(category, [], 1)
  expect(answers(await replayed())).toEqual(answers(plain))
})
