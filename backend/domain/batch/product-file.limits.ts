// Products as a file of a spreadsheet: one truth for what is exported, what is imported and what the page shows, so it imports nothing.

/** The columns in the order of the file, with their titles. */
export const fileColumns = {
  id: 'ID',
  name: 'Nombre',
  category: 'Categoría',
  price: 'Precio',
  stock: 'Stock',
  isActive: 'Activo',
  description: 'Descripción',
  imageUrl: 'Imagen',
  pictures: 'Galería',
  specs: 'Ficha',
} as const
export type FileColumn = keyof typeof fileColumns
export const fileColumnNames = Object.keys(fileColumns) as FileColumn[]
