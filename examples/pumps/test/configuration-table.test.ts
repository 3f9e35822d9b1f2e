import { createStandardKernel } from '@plinth/service'
import { describeConfigurationTable, startTestApp } from '@plinth/testing'
import { pumps } from '@plinth-examples/pumps'

describeConfigurationTable({
  name: 'Pumps',
  start: (options) =>
    startTestApp({ ...options, kernel: (kernelOptions) => createStandardKernel(kernelOptions).use(pumps) }),
  data: {
    Users: [{ username: 'otto', email: 'otto@plant.test', role: 'operator' }],
    Pumps: [{ name: 'P-101', location: 'Hall 1', responsible: 'otto' }, { name: 'P-102' }],
  },
})
