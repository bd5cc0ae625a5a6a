/** What every screen needs, the log-in too: the face, the page's ground, our tokens. */
import '@fontsource-variable/inter/wght.css';
import './reset.css';
import './tokens.css';
