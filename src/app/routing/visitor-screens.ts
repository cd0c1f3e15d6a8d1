// Bundles small screens that few people open into one chunk, so that the chunk list in the start code stays short.
export { LinkPage } from '@/features/auth/link-page';
export { CertificatePage } from '@/features/certificate/certificate-page';
export { ContactPage } from '@/features/contact/contact-page';
export { DemoPage } from '@/features/demo/demo-page';
export { NativeWelcomePage } from '@/features/native-welcome/native-welcome-page';
export { CartPage } from '@/features/store/cart-page';
export { CheckoutPage } from '@/features/store/checkout-page';
export { ProductPage } from '@/features/store/product-page';
export { StorePage } from '@/features/store/store-page';
export { TitlePage } from '@/features/title/title-page';
