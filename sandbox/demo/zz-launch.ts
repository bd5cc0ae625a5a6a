import { launch } from '../../scripts/launch.ts';
void launch({ root: process.cwd(), dev: false, built: Promise.resolve() });
