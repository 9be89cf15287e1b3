import { memoryStore } from '../../packages/sluice/src/index.ts'
import { storeContract } from './store-contract.ts'

storeContract('the memory store', () => memoryStore())
