/** `npm run package`: builds, and makes the folder dist-package, from which `npm publish` sends. */
import { stagePackage } from './stage.ts';

stagePackage('.', 'dist', 'dist-package');
console.log('dist-package is what npm publish sends: npm pack ./dist-package, npm publish ./dist-package');
