// Which screens the server renders: what everybody may see and looks the same for all. The build needs it, so it imports nothing.

/** The file of each screen, by its address in the router. A test holds them to what the router loads. */
export const renderedScreens: Readonly<Record<string, string>> = {
  '/': 'screens/pages/landing.tsx',
  '/home': 'screens/catalogue/home.tsx',
  '/product/$id': 'screens/catalogue/product.tsx',
  '/about': 'screens/pages/about.tsx',
  '/contact': 'screens/pages/contact.tsx',
  '/preguntas-frecuentes': 'screens/pages/faq.tsx',
  '/privacy': 'screens/pages/privacy.tsx',
  '/terms': 'screens/pages/terms.tsx',
}
