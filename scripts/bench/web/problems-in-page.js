// Runs in the page and returns what is wrong with its document, in one line each.
;(() => {
  const problems = []
  const need = (isThere, what) => {
    if (!isThere) problems.push(what)
  }
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? ''
  need(document.doctype?.name === 'html', 'no doctype')
  need(document.characterSet === 'UTF-8', 'not UTF-8')
  need(document.documentElement.lang, 'no lang')
  need(document.title.length > 10, 'no title')
  need(meta('description').length > 40, 'no description')
  need(meta('viewport').includes('width=device-width'), 'no viewport')
  need(!meta('robots').includes('noindex'), 'hidden from search engines')
  need(document.querySelector('link[rel="canonical"][href^="http"]'), 'no canonical address')
  need(document.querySelectorAll('h1').length === 1, 'not one h1')
  const wide = document.documentElement.scrollWidth
  need(wide <= innerWidth, `wider than its window: ${wide}`)
  for (const link of document.querySelectorAll('a'))
    need(link.hasAttribute('href') || link.getAttribute('aria-disabled') === 'true', `no address: ${link.textContent}`)
  for (const picture of document.images) {
    const { width, height, naturalWidth, naturalHeight, complete, src } = picture
    need(picture.hasAttribute('width') && picture.hasAttribute('height'), `without a size: ${src}`)
    if (complete && width > 0 && naturalWidth > 0 && getComputedStyle(picture).objectFit === 'fill')
      need(Math.abs(width / height - naturalWidth / naturalHeight) < 0.05, `out of proportion: ${src}`)
  }
  return problems
})()
