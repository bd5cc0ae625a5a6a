import { StatementsSection } from '../features/statements/index.ts';
import { WalletPage } from '../features/wallet/wallet-page.tsx';

/** The wallet with its signed statements, another feature's, below the transactions. */
export const WalletWithStatements = () => <WalletPage Statements={StatementsSection} />;
