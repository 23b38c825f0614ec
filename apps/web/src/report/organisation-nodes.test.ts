import { expect, test } from 'vitest'
import { organisationNodes } from './organisation-nodes.ts'

test('organisations are chosen from a tree, children below their parents in the order of the server', () => {
  const organisations = [
    { id: 2, parentId: null, name: '苏南物流' },
    { id: 3, parentId: 2, name: '江海油运' },
    { id: 5, parentId: 2, name: '华东油运' },
    { id: 4, parentId: 3, name: '江海一队' },
  ]
  expect(organisationNodes(organisations)).toEqual([
    {
      value: 2,
      label: '苏南物流',
      children: [
        { value: 3, label: '江海油运', children: [{ value: 4, label: '江海一队', children: [] }] },
        { value: 5, label: '华东油运', children: [] },
      ],
    },
  ])
  expect(organisationNodes([])).toEqual([])
})
