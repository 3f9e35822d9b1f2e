/**
 * The page of the pumps in the console: lists the pumps, and records that one was inspected.
 *
 * @param {HTMLElement} element
 * @param {{ client: import('@plinth/client').PlinthClient, language: string }} console
 */
export default function mount(element, { client, language }) {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const list = document.createElement('ul')
  element.append(list)

  const show = async () => {
    const { data = [] } = await client.rest.GET('/pumps')
    list.replaceChildren(...data.map(itemOf))
  }
  const itemOf = (pump) => {
    const item = document.createElement('li')
    item.textContent = `${pump.name}: ${pump.inspected_at ? dates.format(new Date(pump.inspected_at)) : '–'} `
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button plain'
    button.textContent = 'Inspected today'
    button.addEventListener('click', async () => {
      await client.rest.POST('/pumps/{name}/inspection', { params: { path: { name: pump.name } } })
      await show()
    })
    item.append(button)
    return item
  }

  void show()
  return () => list.remove()
}
