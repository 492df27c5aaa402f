// The settings of the shop under /api/panel: shipping prices, who sells, prices, transfers, schemas and synonyms.
import { Hono } from 'hono'
import {
  changeDelivery,
  changePriceSettings,
  changeSchema,
  changeSeller,
  changeSynonyms,
  changeTransfer,
} from '#backend/commands/changes.ts'
import { changeBankAccount } from '#backend/commands/seller/change-seller.ts'
import { changedDelivery, deliveryTableAnswer } from '#backend/domain/delivery/delivery.contract.ts'
import { toCents } from '#backend/domain/money.ts'
import { changedPriceSettings, priceSettingsAnswer } from '#backend/domain/price-settings/price-settings.contract.ts'
import { changedSchema, schemasAnswer } from '#backend/domain/product/schema/schema.contract.ts'
import { changedBankAccount, changedSeller, sellerSettingsAnswer } from '#backend/domain/seller/seller.contract.ts'
import { changedSynonyms, synonymsAnswer } from '#backend/domain/synonyms/synonyms.contract.ts'
import { tidyLine } from '#backend/domain/synonyms/synonyms.limits.ts'
import { changedTransfer, transferSettingsAnswer } from '#backend/domain/transfer/transfer.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import {
  findDeliveryTable,
  findPriceSettings,
  findSeller,
  findTransferSettings,
  listSchemas,
} from '#backend/readmodels/settings/settings.queries.ts'
import { listSynonyms } from '#backend/readmodels/synonyms/synonyms.ts'

const calls = {
  delivery: { does: 'What shipping costs, by ranges of postal codes.', returns: deliveryTableAnswer },
  changeDelivery: {
    does: 'Puts this table of prices in the place of the revision that it names.',
    returns: deliveryTableAnswer,
    refuses: ['settings_changed'],
  },
  seller: { does: 'Who sells, and the account that buyers transfer to.', returns: sellerSettingsAnswer },
  changeSeller: {
    does: 'Puts these details of who sells in the place of the revision that it names.',
    returns: sellerSettingsAnswer,
    refuses: ['settings_changed'],
  },
  changeAccount: {
    does: 'Puts this bank account in the place of the revision that it names, with the super-admin key; all admins are told by mail.',
    returns: sellerSettingsAnswer,
    refuses: [
      ...(['settings_changed', 'forbidden', 'account_key_rejected'] as const),
      ...(['role_key_missing', 'role_change_blocked', 'role_key_unset'] as const),
    ],
  },
  prices: { does: 'How the shop shows its prices and reductions.', returns: priceSettingsAnswer },
  changePrices: {
    does: 'Puts these settings of prices in the place of the revision that they name.',
    returns: priceSettingsAnswer,
    refuses: ['settings_changed'],
  },
  transfer: { does: 'How orders are paid by bank transfer.', returns: transferSettingsAnswer },
  changeTransfer: {
    does: 'Puts these settings in the place of the revision that they name.',
    returns: transferSettingsAnswer,
    refuses: ['settings_changed'],
  },
  schemas: { does: 'The schemas of the categories: the attributes that their products have.', returns: schemasAnswer },
  changeSchema: {
    does: 'Puts these attributes in the place of the revision of the schema that it names. A key keeps its kind for ever.',
    returns: schemasAnswer,
    refuses: ['schema_changed', 'attribute_kind_fixed'],
  },
  synonyms: { does: 'What people call things by another name, a line a meaning.', returns: synonymsAnswer },
  changeSynonyms: {
    does: 'Puts this list of synonyms in the place of the present one, or of the one that it says it has seen.',
    refuses: ['synonyms_changed'],
    returns: synonymsAnswer,
  },
} satisfies Record<string, Call>

export const settingsRoutes = new Hono<ApiEnv>()
  .get('/delivery', allow('delivery:read', calls.delivery), async (c) =>
    c.json(await findDeliveryTable(c.var.shop.db), 200),
  )
  .post('/delivery', allow('delivery:change', calls.changeDelivery, { json: changedDelivery }), async (c) => {
    const { revision: seen, ranges, freeFrom } = c.req.valid('json')
    const settings = {
      ranges: ranges.map(({ from, to, price, days }) => ({ from, to, priceCents: toCents(price) ?? 0, days })),
      freeFromCents: freeFrom === null ? null : toCents(freeFrom),
    }
    await changeDelivery(c.var.shop.store, commandContext(c), { type: 'ChangeDeliveryPrices', seen, settings })
    return c.json(await findDeliveryTable(c.var.shop.db), 200)
  })
  .get('/seller', allow('settings:read', calls.seller), async (c) => c.json(await findSeller(c.var.shop.db), 200))
  .post('/seller', allow('settings:change', calls.changeSeller, { json: changedSeller }), async (c) => {
    const { revision: seen, ...settings } = c.req.valid('json')
    await changeSeller(c.var.shop.store, commandContext(c), { type: 'ChangeSeller', seen, settings })
    return c.json(await findSeller(c.var.shop.db), 200)
  })
  .post('/seller/account', allow('settings:change', calls.changeAccount, { json: changedBankAccount }), async (c) => {
    const { revision: seen, superAdminKey, ...account } = c.req.valid('json')
    const change = { seen, account, superAdminKey }
    await changeBankAccount(c.var.shop, commandContext(c), c.var.session.userId, change)
    return c.json(await findSeller(c.var.shop.db), 200)
  })
  .get('/prices', allow('settings:read', calls.prices), async (c) =>
    c.json(await findPriceSettings(c.var.shop.db), 200),
  )
  .post('/prices', allow('settings:change', calls.changePrices, { json: changedPriceSettings }), async (c) => {
    const { revision: seen, ...settings } = c.req.valid('json')
    await changePriceSettings(c.var.shop.store, commandContext(c), { type: 'ChangePriceSettings', seen, settings })
    return c.json(await findPriceSettings(c.var.shop.db), 200)
  })
  .get('/transfer', allow('settings:read', calls.transfer), async (c) =>
    c.json(await findTransferSettings(c.var.shop.db), 200),
  )
  .post('/transfer', allow('settings:change', calls.changeTransfer, { json: changedTransfer }), async (c) => {
    const { revision: seen, ...settings } = c.req.valid('json')
    await changeTransfer(c.var.shop.store, commandContext(c), { type: 'ChangeTransferSettings', seen, settings })
    return c.json(await findTransferSettings(c.var.shop.db), 200)
  })
  .get('/schemas', allow('catalogue:read', calls.schemas), async (c) =>
    c.json({ schemas: await listSchemas(c.var.shop.db) }, 200),
  )
  .post('/schemas', allow('catalogue:schema', calls.changeSchema, { json: changedSchema }), async (c) => {
    const { category, revision: seen, attributes } = c.req.valid('json')
    await changeSchema(c.var.shop.store, commandContext(c), { type: 'ChangeSchema', category, attributes, seen })
    return c.json({ schemas: await listSchemas(c.var.shop.db) }, 200)
  })
  .get('/synonyms', allow('catalogue:read', calls.synonyms), async (c) =>
    c.json({ lines: [...(await listSynonyms(c.var.shop.db))] }, 200),
  )
  .post('/synonyms', allow('catalogue:change', calls.changeSynonyms, { json: changedSynonyms }), async (c) => {
    const { lines: given, seen } = c.req.valid('json')
    await changeSynonyms(c.var.shop.store, commandContext(c), {
      type: 'ChangeSynonyms',
      lines: given.map(tidyLine),
      seen,
    })
    return c.json({ lines: [...(await listSynonyms(c.var.shop.db))] }, 200)
  })
