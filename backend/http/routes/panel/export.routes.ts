import { type Context, Hono } from 'hono'
import { attributeCells, attributeColumns } from '#backend/batches/import/attribute-columns.ts'
import { cellsOf } from '#backend/batches/import/product-cells.ts'
import { type DataExport, disclosePersonalData } from '#backend/commands/changes.ts'
import { readCosts } from '#backend/commands/products/product-cost.ts'
import { csvStream, csvType, decimalCell } from '#backend/csv/write-csv.ts'
import { exportQuery, ordersExport } from '#backend/domain/list.contract.ts'
import { toDecimal } from '#backend/domain/money.ts'
import type { PanelOrder } from '#backend/domain/order/order.contract.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import type { CostState } from '#backend/domain/product/cost/cost.ts'
import { fileColumnNames, fileColumns } from '#backend/domain/product/product-fields.ts'
import { may, roleName } from '#backend/domain/user/roles.limits.ts'
import type { UserView } from '#backend/domain/user/user.contract.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import { type PanelState, panelStates } from '#backend/domain/views/panel-lists.limits.ts'
import { type Call, csvFile } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { chosenProducts } from '#backend/http/routes/panel/chosen-products.ts'
import { momentCell } from '#backend/http/routes/panel/moment-cell.ts'
import { panelProducts } from '#backend/readmodels/catalogue/panel-products.queries.ts'
import { panelOrders } from '#backend/readmodels/orders/panel-orders.queries.ts'
import { findSchemas } from '#backend/readmodels/settings/settings.queries.ts'
import { panelUsers } from '#backend/readmodels/users/users.queries.ts'

const calls = {
  products: {
    does: 'All products of the list as a file, with the columns that an import takes; costs only for who may see them.',
    ...csvFile,
  },
  orders: {
    does: 'All orders of the list as a file; names of the buyers only for who may export accounts, which is recorded.',
    ...csvFile,
  },
  users: {
    does: 'All accounts of the list as a file; names and e-mails only for who may export them, which is recorded.',
    ...csvFile,
  },
} satisfies Record<string, Call>

type Cells = readonly string[]
type ProductRow = { product: CatalogueItem; cost: CostState | undefined }

/** Rows per read, which bounds the memory. */
const partSize = 500

export const exportRoutes = new Hono<ApiEnv>()
  .get('/products', allow('catalogue:read', calls.products, { query: exportQuery('products') }), async (c) => {
    const asked = await chosenProducts(c, c.req.valid('query'))
    const { db, store } = c.var.shop
    const seesCosts = may(c.get('session'), 'catalogue:cost')
    const find = async (last: ProductRow | undefined): Promise<ProductRow[]> => {
      const products = await panelProducts.next(db, asked, partSize, last?.product.id)
      const costs = seesCosts
        ? await readCosts(
            store,
            products.map(({ id }) => id),
          )
        : []
      return products.map((product, at) => ({ product, cost: costs[at] }))
    }
    const columns = attributeColumns(await findSchemas(db))
    const titles = [...fileColumnNames.map((name) => fileColumns[name]), ...columns.map(({ title }) => title)]
    const cells = ({ product, cost }: ProductRow) => [
      ...[...cellsOf(product), ...attributeCells(columns, product)],
      ...(seesCosts ? [costCell(cost)] : []),
    ]
    return answer(c, 'productos', [...titles, ...(seesCosts ? ['Costo sin impuestos'] : [])], await parts(find, cells))
  })
  .get('/orders', allow('orders:read', calls.orders, { query: ordersExport }), async (c) => {
    const { state, ...search } = c.req.valid('query')
    const isSearched = Object.values(search).some(Boolean)
    const isNamed = await mayName(c, { list: 'orders', fields: ['name'], state: state ?? null, isSearched })
    const find = (last: PanelOrder | undefined) =>
      panelOrders.next(c.var.shop.db, { ...search, state }, partSize, last?.id)
    const named = isNamed ? ['Cliente'] : []
    const columns = ['Orden', 'Fecha', 'Estado', 'Total', 'Arrepentimiento', 'Cuenta', ...named]
    return answer(c, 'ordenes', columns, await parts(find, (order) => orderCells(order, isNamed)))
  })
  .get('/users', allow('accounts:read', calls.users, { query: exportQuery('users') }), async (c) => {
    const { q, state } = c.req.valid('query')
    const asked = { fields: ['name', 'email'], state: state ?? null, isSearched: Boolean(q) }
    const isNamed = await mayName(c, { list: 'users', ...asked })
    const find = (last: UserView | undefined) => panelUsers.next(c.var.shop.db, { q, state }, partSize, last?.id)
    const columns = ['Cuenta', ...(isNamed ? ['Nombre', 'Correo'] : []), 'Alta', 'Activa', 'Rol']
    return answer(c, 'clientes', columns, await parts(find, (user) => userCells(user, isNamed)))
  })

function costCell(cost: CostState | undefined): string {
  return cost?.costCents == null ? '' : decimalCell(toDecimal(cost.costCents))
}

/** True if the file includes names; the export is logged before anything is read. */
async function mayName(c: Context<UserEnv>, taken: Omit<DataExport, 'type' | 'userId'>) {
  const session = c.get('session')
  if (!may(session, 'accounts:export')) return false
  const { userId } = session
  await disclosePersonalData(c.var.shop.store, commandContext(c), { type: 'ExportPersonalData', userId, ...taken })
  return true
}

function orderCells({ id, placedAt, state, total, isWithdrawn, userId, buyer }: PanelOrder, isNamed: boolean): Cells {
  const states: Record<PanelOrder['state'], string> = panelStates.orders satisfies Record<PanelState<'orders'>, string>
  const cells = [String(id), momentCell(placedAt), states[state], decimalCell(total), isWithdrawn ? 'sí' : 'no']
  return [...cells, String(userId), ...(isNamed ? [buyer ?? unknownPerson] : [])]
}

function userCells(user: UserView, isNamed: boolean): Cells {
  const { id, name, email, createdAt, isActive } = user
  return [String(id), ...(isNamed ? [name, email] : []), momentCell(createdAt), isActive ? 'sí' : 'no', roleName(user)]
}

/** Reads the first part before answering, so that an early error is a problem and no broken file. */
async function parts<Row>(find: (last: Row | undefined) => Promise<Row[]>, cells: (row: Row) => Cells) {
  let rows = await find(undefined)
  return (async function* () {
    while (rows.length > 0) {
      yield rows.map(cells)
      rows = rows.length < partSize ? [] : await find(rows.at(-1))
    }
  })()
}

function answer(c: Context, name: string, columns: Cells, rows: AsyncIterable<readonly Cells[]>): Response {
  c.header('Content-Disposition', `attachment; filename="${name}-gamertech.csv"`)
  return c.body(csvStream(columns, rows), 200, { 'Content-Type': csvType })
}
